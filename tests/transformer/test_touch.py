"""A row of a head changed while the model runs: against the same change made in another way."""

import copy
from dataclasses import astuple
from dataclasses import replace as but

import pytest
import torch
from torch import nn

import tests.contract.families.labels as labels
from lessons.scores.heads import heads
from lessons.scores.measure import query_plane as plane
from lessons.scores.measure.brightest import brightest
from transformer.measure.answer import answer, record_pass
from transformer.measure.attention import touch
from transformer.measure.attention.touch import Row
from transformer.model import Transformer
from transformer.probe import replace
from transformer.vocabulary import END, START, Vocabulary
from transformer.weights import Trained, load

SENTENCE = "the animal did not cross the street because it was too tired"
GUITAR = "the guitar does not fit in the suitcase because it is too small"
IT = Row("encoder.layers.1.self_attention", 0, 8)
CROSS = Row("decoder.layers.1.cross_attention", 0, 7)  # the row that writes "rue"


@pytest.fixture(scope="module")
def ids(trained):
    return trained.source_vocabulary.encode(SENTENCE.split())


@pytest.fixture(scope="module")
def seen(trained, ids):
    return touch.effects_of_row(trained, ids, IT)


def log_p(trained, ids, functions) -> torch.Tensor:
    """log p of the model's own answer while probes are replaced, one token after the other."""
    tokens = answer(trained, ids).tokens
    with torch.no_grad(), replace(trained.model, functions):
        logits = trained.model(torch.tensor([list(ids)]), torch.tensor([[START, *tokens[:-1]]]))[0]
    return logits.log_softmax(-1)[range(len(tokens)), tokens]


# ---- a weight --------------------------------------------------------------------------------
def test_a_row_still_adds_up_to_1_and_the_others_keep_their_proportions():
    row = torch.tensor([[0.5, 0.3, 0.2], [0.0, 0.0, 1.0]])
    torch.testing.assert_close(
        touch.overwritten(row, 1, 0.65), torch.tensor([[0.25, 0.65, 0.1], [0.0, 0.65, 0.35]])
    )
    torch.testing.assert_close(touch.overwritten(row, 1, 0.3)[0], row[0])
    assert torch.equal(touch.overwritten(row, 2, 0.4)[1], row[1])  # nobody to share with
    assert torch.equal(touch.overwritten(torch.ones(1, 1), 0, 0.2), torch.ones(1, 1))


def test_the_model_goes_on_with_the_row(trained, ids, seen):
    """The same by a change of the scores: another probe, before the softmax."""
    street, weight = SENTENCE.split().index("street"), 0.9
    found = touch.touched(trained, ids, IT, street, weight, seen)

    def raised(masked):  # so high that the softmax gives this weight
        masked = masked.clone()
        row = masked[:, IT.head, IT.row]
        others = torch.cat((row[:, :street], row[:, street + 1 :]), -1).logsumexp(-1)
        masked[:, IT.head, IT.row, street] = others + torch.logit(torch.tensor(weight))
        return masked

    expected = log_p(trained, ids, {f"{IT.path}.masked": raised})
    torch.testing.assert_close(found.log_p, expected, atol=1e-4, rtol=1e-4)
    assert found.change == pytest.approx(float((expected - seen.log_p).sum()), abs=1e-3)
    assert trained.task.join(found.words).endswith("parce qu’elle était trop fatiguée")
    assert found.weights[street] == pytest.approx(0.9) and found.weights.sum() == pytest.approx(1)


def test_a_row_of_the_decoder_is_met_at_its_own_step(trained, ids):
    """Writing goes word by word, reading all at once: both change the same row, and no other."""
    before = touch.effects_of_row(trained, ids, CROSS)
    found = touch.touched(trained, ids, CROSS, 1, 0.999, before)
    here = CROSS.row
    torch.testing.assert_close(found.log_p[:here], before.log_p[:here])
    assert found.words[:here] == before.answer.words[:here]
    inside = [*before.answer.inside[:here]]
    with (
        torch.no_grad(),
        replace(
            trained.model,
            touch.in_flight(
                trained.model, CROSS, "weights", lambda row: touch.overwritten(row, 1, 0.999)
            ),
        ),
    ):
        logits = trained.model(torch.tensor([list(ids)]), torch.tensor([[START, *inside]]))[0, -1]
    best = trained.target_vocabulary.words[int(logits.argmax())]
    assert found.words[here] == best != before.answer.words[here]


def test_nothing_changed_is_the_same_to_the_last_bit(trained, ids):
    for at in (IT, CROSS):
        for probe in ("weights", "query"):
            change = touch.in_flight(trained.model, at, probe, lambda row: row)
            assert torch.equal(log_p(trained, ids, change), log_p(trained, ids, {}))


# ---- the effect of a word ----------------------------------------------------------------------
def test_a_word_out_is_a_word_that_is_masked_everywhere(trained, ids, seen):
    """Measured by weights of 0; here by scores of −∞, one word at a time."""
    columns = [
        f"{at}.masked"
        for m in trained.family.maps
        if m.columns == "source"
        for at in m.layers(trained.model)
    ]
    assert len(columns) == 4  # two layers of the encoder, two cross-attentions
    for word in (0, 2, 11):

        def hidden(masked, word=word):
            masked = masked.clone()
            masked[..., word] = -torch.inf
            return masked

        alone = log_p(trained, ids, dict.fromkeys(columns, hidden)).double().sum()
        untouched = log_p(trained, ids, {}).double().sum()
        assert float(seen.effects[word]) == pytest.approx(float(alone - untouched), abs=2e-3)


def test_a_word_out_of_one_row_is_a_score_of_minus_infinity_there_and_nowhere_else(
    trained, ids, seen
):
    for word in (1, 6, 10):

        def hidden(masked, word=word):
            masked = masked.clone()
            masked[:, IT.head, IT.row, word] = -torch.inf
            return masked

        alone = log_p(trained, ids, {f"{IT.path}.masked": hidden}).double().sum()
        untouched = log_p(trained, ids, {}).double().sum()
        assert float(seen.here[word]) == pytest.approx(float(alone - untouched), abs=1e-4)
    assert int(seen.here.abs().argmax()) == 1 and float(seen.here[1]) < -0.5  # animal


def test_a_row_of_the_decoder_loses_a_word_at_its_own_step(trained, ids):
    """Where rows are written one by one, the tokens before that row stay as they were."""
    before = touch.effects_of_row(trained, ids, CROSS)
    assert len(before.here) == len(ids) and before.here.abs().max() > 0.01
    gone = touch.in_flight(trained.model, CROSS, "weights", touch.each_removed)
    log_ps = touch.own_log_p(trained, ids, before.answer, gone, copies=1 + len(ids))
    torch.testing.assert_close(
        log_ps[:, : CROSS.row], before.log_p[: CROSS.row].expand(1 + len(ids), -1)
    )


def recounted(trained, ids) -> tuple[list[int], list[float]]:
    """The counts of `brightest` over all encoder heads, and how clearly the most influential word of each
    row leads: in float64, by scores of −∞, and all rows of a head in one batch."""
    exact = but(trained, model=copy.deepcopy(trained.model).double())
    found, n = answer(exact, ids), len(ids)

    def changes(names, hidden):
        def masked(scores):  # (1 + change, head, query, key)
            return scores.masked_fill(torch.cat((torch.zeros_like(hidden[:1]), hidden)), -torch.inf)

        log_p = touch.own_log_p(exact, ids, found, dict.fromkeys(names, masked), 1 + len(hidden))
        return (log_p.sum(-1)[1:] - log_p[0].sum()).abs()

    paths = [f"encoder.layers.{n}.self_attention" for n in (0, 1)]
    looks = [f"{path}.masked" for path in paths]
    looks += [f"decoder.layers.{n}.cross_attention.masked" for n in (0, 1)]
    decides = changes(looks, torch.eye(n).bool()[:, None, None]).argmax()
    counts, leads = torch.zeros(6, dtype=torch.long), []
    for path in paths:
        for head in range(4):
            hidden = torch.zeros(n, n, 4, n, n, dtype=torch.bool)  # (row, word, head, query, key)
            for row in range(n):
                hidden[row, :, head, row] = torch.eye(n).bool()
            effects = changes([f"{path}.masked"], hidden.flatten(0, 1)).view(n, n)  # (row, word)
            weights = found.trace.one(f"{path}.weights")[0, head]  # (row, word)
            top, sure = weights.argmax(-1), weights.amax(-1) > 0.5
            hit, matters = top == effects.argmax(-1), effects.amax(-1) > 0.05
            found_here = (top == decides, hit, matters, matters & hit, sure, sure & matters)
            counts += torch.stack([one.sum() for one in found_here])
            first, second = effects.topk(2).values.T
            leads += (first - second).tolist()
    return counts.tolist(), leads


@pytest.mark.parametrize("text", [SENTENCE, GUITAR])
@pytest.mark.parametrize("name", ["english_french", "english_french_unguided"])
def test_the_brightest_words_are_counted(name, text):
    trained = load(name)
    words = text.split()
    ids = trained.source_vocabulary.encode(words)
    places = [
        one.row(row)
        for one in heads(trained).values()
        if one.rows == one.columns == "source"
        for row in range(len(words))
    ]
    counted = astuple(brightest(trained, ids, places))
    right, leads = recounted(trained, ids)
    assert counted[:2] == (8 * len(words), len(words))
    assert [counted[2], *counted[4:]] == [right[0], *right[2:]]
    assert abs(counted[3] - right[1]) <= sum(lead < 1e-5 for lead in leads)  # too close for float32
    assert right[1] - sum(lead < 1e-5 for lead in leads) > len(words)  # far above chance


def test_what_is_seen_of_a_row_is_what_passed_its_probes(trained, ids, seen):
    trace = record_pass(trained, ids, [seen.answer.inside])
    weights, value = (trace.one(f"{IT.path}.{name}")[0, 0] for name in ("weights", "value"))
    assert torch.equal(seen.weights, weights[8])
    torch.testing.assert_close(seen.lengths, (weights[8, :, None] * value).norm(dim=-1))
    assert len(seen.log_p) == len(seen.answer.tokens) and seen.answer.tokens[-1] == END
    names = SENTENCE.split()
    assert (
        names[int(seen.weights.argmax())] == "animal" and names[int(seen.effects.argmin())] == "did"
    )


# ---- a query in its plane ----------------------------------------------------------------------
@pytest.mark.parametrize("at", [IT, CROSS, Row("decoder.layers.0.self_attention", 2, 5)])
def test_the_plane_gives_the_weights_and_the_output_of_the_model(trained, ids, at):
    found = plane.plane(trained, ids, at)
    for place in (found.coordinates, torch.zeros(2), torch.tensor([3.0, -5.0])):
        scores = (found.base + found.slopes @ place).masked_fill(~found.allowed, -torch.inf)
        moved = plane.move_query(trained, ids, at, found, place.tolist())
        torch.testing.assert_close(scores.softmax(-1), moved.weights, atol=1e-5, rtol=1e-4)
        torch.testing.assert_close(moved.weights @ found.values, moved.output, atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(found.axes @ found.axes.T, torch.eye(2), atol=1e-5, rtol=0)
    assert (
        plane.move_query(trained, ids, at, found, found.coordinates.tolist()).words
        == found.answer.words
    )


def test_elle_comes_with_a_word_that_has_no_gender_too(trained, ids, seen):
    """So *elle* does not prove that the gender of *street* was carried; nor does *il* go with *animal* alone."""
    for word, pronoun in (("street", "elle"), ("not", "elle"), ("did", "il")):
        found = touch.touched(trained, ids, IT, SENTENCE.split().index(word), 0.999, seen)
        assert pronoun in found.words, word


def test_the_query_of_it_decides_the_pronoun(trained, ids):
    found = plane.plane(trained, ids, IT)
    street = found.keys[SENTENCE.split().index("street")].tolist()
    moved = plane.move_query(trained, ids, IT, found, street)
    assert moved.weights[6] > 0.99 and "elle" in moved.words and "fatiguée" in moved.words


# ---- every model -------------------------------------------------------------------------------
def other(trained, **sizes) -> Trained:
    """The same words, and a fresh model of another make."""
    torch.manual_seed(0)
    model = Transformer(but(trained.model.config, **sizes)).eval()
    return Trained(
        "fresh",
        model,
        trained.task,
        trained.card,
        trained.source_vocabulary,
        trained.target_vocabulary,
    )


@pytest.mark.parametrize("text", ["cat", " ".join(["the", "cat"] * 32)])
def test_one_word_and_sixty_four(trained, text):
    ids = trained.source_vocabulary.encode(text.split())
    for at in (Row(IT.path, 0, 0), Row(CROSS.path, 0, 0)):
        before = touch.effects_of_row(trained, ids, at)
        assert before.effects.isfinite().all() and len(before.effects) == len(ids)
        found = touch.touched(trained, ids, at, len(ids) - 1, 0.5, before)
        assert found.weights.sum() == pytest.approx(1, abs=1e-5)
        seen = plane.plane(trained, ids, at)
        assert plane.move_query(trained, ids, at, seen, (1.0, 2.0)).weights.sum() == pytest.approx(
            1, abs=1e-5
        )


def test_heads_of_one_number_and_a_different_count_in_each_kind_of_layer(trained, ids):
    model = other(trained, d_model=16, self_heads=16, cross_heads=2, d_ff=8)
    names = heads(model)
    assert len(names) == 2 * 16 + 2 * 16 + 2 * 2
    at = names["encoder.layers.0.self_attention/16"].row(1)
    seen = plane.plane(model, ids, at)
    scores = seen.base + seen.slopes @ torch.tensor([2.0, 9.0])
    torch.testing.assert_close(
        scores.softmax(-1),
        plane.move_query(model, ids, at, seen, (2.0, 9.0)).weights,
        atol=1e-5,
        rtol=1e-4,
    )


def test_a_decoder_alone_looks_back_and_never_ahead():
    model = load("language_model")
    ids = model.target_vocabulary.encode(model.task.split("the c"))
    at = Row("decoder.layers.1.self_attention", 1, 4)
    assert f"{at.path}/2" in heads(model)
    before = touch.effects_of_row(model, ids, at)
    assert before.allowed.tolist() == [column <= 4 for column in range(len(before.allowed))]
    assert len(before.log_p) == len(before.answer.tokens)
    found = touch.touched(model, ids, at, 2, 0.8, before)
    assert found.weights[2] == pytest.approx(0.8) and not found.weights[5:].any()
    assert plane.plane(model, ids, at).allowed.tolist() == before.allowed.tolist()


def test_a_layer_that_hides_its_weights_is_told_which_probe_to_add(trained, ids):
    model = copy.deepcopy(trained.model)
    for layer in model.encoder.layers:
        layer.self_attention.weights = nn.Identity()
    hiding = Trained(
        "mine",
        model,
        *(getattr(trained, n) for n in ("task", "card", "source_vocabulary", "target_vocabulary")),
    )
    with pytest.raises(
        ValueError, match=r"no probe encoder.layers.0.self_attention.weights .* = Probe\("
    ):
        heads(hiding)
    model = copy.deepcopy(trained.model)
    model.encoder.layers[1].self_attention.query = nn.Identity()
    hiding = Trained(
        "mine",
        model,
        *(getattr(trained, n) for n in ("task", "card", "source_vocabulary", "target_vocabulary")),
    )
    with pytest.raises(
        ValueError, match=r"no probe encoder.layers.1.self_attention.query.*self.query = Probe"
    ):
        plane.plane(hiding, ids, IT)


def test_another_score_has_no_such_plane(trained, ids):
    model = other(trained, attention="concat")
    with pytest.raises(ValueError, match="does not compute its scores as the dot product"):
        plane.plane(model, ids, IT)
    touch.effects_of_row(model, ids, IT)  # its weights can be touched all the same


def test_an_encoder_alone_writes_nothing_that_could_change():
    task = labels.task()
    words = Vocabulary("abcdefgh"), Vocabulary(("once", "twice"))
    config = labels.LabelConfig(
        len(words[0]), len(words[1]), d_model=16, d_ff=16, encoder_layers=1, self_heads=2
    )
    model = Trained("labels", labels.Labeller(config).eval(), task, {}, *words)
    with pytest.raises(
        ValueError, match="a Labeller generates no text, so it has no answer that could change"
    ):
        touch.effects_of_row(model, [4, 5], Row("encoder.layers.0.self_attention", 0, 1))
