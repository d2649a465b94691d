"""What heads look at and what they write, against independent computations."""

import copy
import math
from dataclasses import replace as but

import pytest
import torch
from torch import nn

from lessons.heads.figures.head_grid import head_grid
from lessons.heads.measure.head_sum import parameters, steps
from transformer.attention import MultiHeadAttention
from transformer.measure.answer import answer
from transformer.measure.attention import patterns
from transformer.measure.attention.copying import by_period
from transformer.measure.attention.head_roles import FEWEST, SENTENCES, THRESHOLD, head_roles
from transformer.probe import record, replace
from transformer.tasks import TASKS
from transformer.training import build
from transformer.vocabulary import START
from transformer.weights import load

TIRED = "the animal did not cross the street because it was too tired"


@pytest.fixture(scope="module")
def roles(trained):
    return head_roles(trained)


def test_scores_are_those_of_a_count_by_hand(trained, roles):
    """Sentence by sentence, without a batch: *it* at its noun, and every word at the one before."""
    examples = trained.task.held_out[:SENTENCES]
    layer, head = 1, 0
    probe = f"encoder.layers.{layer}.self_attention.weights"
    noun, before = [], []
    for e in examples:
        ids = torch.tensor([trained.source_vocabulary.encode(e.source)])
        with torch.no_grad(), record(trained.model, probe) as trace:
            trained.model.encode(ids)
        weights = trace.one(probe)[0, head].tolist()
        noun += [weights[e.referent[0]][e.referent[1]]] if e.referent else []
        before += [weights[i][i - 1] for i in range(1, len(e.source))]
    (head_scores,) = [
        h for h in roles.heads if (h.map, h.layer, h.head) == ("encoder", layer, head)
    ]
    assert head_scores.scores["pronoun → noun"] == pytest.approx(sum(noun) / len(noun), abs=1e-5)
    assert head_scores.scores["previous word"] == pytest.approx(sum(before) / len(before), abs=1e-5)
    assert roles.rows["encoder"]["pronoun → noun"] == len(noun)
    lengths = [len(e.source) for e in examples]
    even = sum((n - 1) / n for n in lengths) / sum(n - 1 for n in lengths)
    assert roles.baseline["encoder"]["previous word"] == pytest.approx(even, abs=1e-6)


def test_a_decoder_is_asked_about_what_it_reads_and_no_end_that_follows_a_shorter_sentence(trained):
    examples = trained.task.held_out[:20]
    assert len({len(e.target) for e in examples}) > 3, "of many lengths"
    probe, before = "decoder.layers.1.self_attention.weights", []
    for e in examples:
        source, read = trained.source_vocabulary.encode(e.source), trained.target_vocabulary
        begun = torch.tensor([[START, *read.encode(e.target)]])
        with torch.no_grad(), record(trained.model, probe) as trace:
            trained.model(torch.tensor([source]), begun)
        before.append(trace.one(probe)[0].diagonal(-1, 1, 2))  # (head, row): at the one before
    roles = head_roles(trained, examples)
    assert roles.rows["decoder"]["previous word"] == sum(weights.shape[1] for weights in before)
    scores = [h.scores["previous word"] for h in roles.heads if (h.map, h.layer) == ("decoder", 1)]
    assert scores == pytest.approx(torch.cat(before, 1).mean(1).tolist(), abs=1e-5)


@pytest.mark.parametrize(
    ("name", "shift"), [("previous word", -1), ("same word", 0), ("first word", None)]
)
def test_a_head_that_follows_a_rule_gets_its_name_and_an_even_one_none(trained, name, shift):
    def rule(
        weights,
    ):  # (batch, head, row, column); head 1 follows the rule, the others look evenly
        n = weights.shape[-1]
        new = torch.full_like(weights, 1 / n)
        column = torch.zeros(n, dtype=torch.long) if shift is None else torch.arange(n) + shift
        new[:, 0] = nn.functional.one_hot(column.clamp(0, n - 1), n).float()
        return new

    with replace(trained.model, {"encoder.layers.0.self_attention.weights": rule}):
        roles = head_roles(trained, trained.task.held_out[:60])
    first, *others = [h for h in roles.heads if (h.map, h.layer) == ("encoder", 0)]
    assert first.label == name and first.scores[name] == pytest.approx(1)
    assert [h.label for h in others] == [""] * 3


def test_a_name_needs_the_threshold_and_enough_words(trained, roles):
    for head in roles.heads:
        reached = max(head.scores.values()) >= THRESHOLD
        assert bool(head.label) == (reached and head.controls.get(head.best, 0.0) < THRESHOLD)
    few = head_roles(trained, trained.task.held_out[:3])
    assert all(count >= FEWEST for rows in few.rows.values() for count in rows.values())
    assert "pronoun → noun" not in few.rows["encoder"]


def test_a_head_that_looks_there_without_a_copy_as_well_gets_no_name(trained, roles):
    """Second decoder layer: from the second article to the subject, whether or not the article is the same."""
    (head,) = [h for h in roles.heads if h.best == "after an earlier copy"]
    assert (head.map, head.layer) == ("decoder", 1) and head.refuted and head.label == ""
    probe, articles = "decoder.layers.1.self_attention.weights", {"le", "la", "l'"}
    same, other = [], []
    for e in trained.task.held_out[:SENTENCES]:
        read = (START, *trained.target_vocabulary.encode(e.target))
        places = [n for n, word in enumerate(("", *e.target)) if word in articles]
        if len(places) < 2 or places[0] != 1:
            continue
        source = torch.tensor([trained.source_vocabulary.encode(e.source)])
        with torch.no_grad(), record(trained.model, probe) as trace:
            trained.model(source, torch.tensor([read]))
        second = places[1]
        weight = trace.one(probe)[0, head.head, second, 2].item()
        (same if read[second] == read[1] else other).append(weight)
    assert len(same) > 20 < len(other)
    means = [sum(weights) / len(weights) for weights in (same, other)]
    assert min(means) > 0.8 and abs(means[0] - means[1]) < 0.1
    named = [h for h in head_roles(load("induction")).heads if h.label]
    assert {h.label for h in named} == {"after an earlier copy"}, (
        "where copies matter the name stays"
    )
    assert max(h.controls[h.label] for h in named) < 0.1


def test_the_control_of_a_pronoun_is_the_other_noun(trained, roles):
    probe, other = "encoder.layers.1.self_attention.weights", []
    for e in trained.task.held_out[:SENTENCES]:
        if e.referent and e.distractor is not None:
            ids = torch.tensor([trained.source_vocabulary.encode(e.source)])
            with torch.no_grad(), record(trained.model, probe) as trace:
                trained.model.encode(ids)
            other.append(trace.one(probe)[0, 0, e.referent[0], e.distractor].item())
    (head_scores,) = [h for h in roles.heads if (h.map, h.layer, h.head) == ("encoder", 1, 0)]
    assert head_scores.controls["pronoun → noun"] == pytest.approx(
        sum(other) / len(other), abs=1e-5
    )
    assert roles.control_rows["encoder"]["pronoun → noun"] == len(other)


def test_what_belongs_together_is_known_from_the_grammar(trained):
    sentences = [
        e for e in trained.task.held_out if e.source[-1] in ("tired", "wide") and e.referent
    ]
    (e, *_) = sentences
    assert patterns.pronoun_noun(e) == [e.referent]
    assert (len(e.source) - 1, e.referent[1]) in patterns.adjective_noun(e)
    cat = but(e, source=("my", "small", "old", "cat", "never", "sleeps"), referent=None)
    assert patterns.adjective_noun(cat) == [(1, 3), (2, 3)]
    assert patterns.noun_adjective(cat) == [(3, 1), (3, 2)]


def test_a_layer_that_hides_its_weights_is_named_with_the_line_to_add(trained):
    model = copy.deepcopy(trained.model)
    layer = model.encoder.layers[0].self_attention
    layer.weights = nn.Identity()  # no probe
    blind = but(trained, model=model)
    roles = head_roles(blind, trained.task.held_out[:60])
    (message,) = roles.missing
    for part in ("encoder.layers.0.self_attention", "MultiHeadAttention", "self.weights = Probe("):
        assert part in message
    assert {h.map for h in roles.heads} == {"encoder", "decoder", "cross"}
    figure = head_grid(blind, roles, "the cat sleeps")
    assert message in str(figure.header["panels"])
    model.encoder.layers[1].self_attention.weights = nn.Identity()  # none is left in this stack
    roles = head_roles(blind, trained.task.held_out[:60])
    assert len(roles.missing) == 2 and {h.map for h in roles.heads} == {"decoder", "cross"}
    shown = head_grid(blind, roles, "the cat sleeps").arrays
    assert sum(name.endswith(".weights") for name in shown) == 4


@pytest.mark.parametrize("text", ["cat", " ".join(["the cat and"] * 21) + " cat"])
def test_one_word_and_sixty_four(trained, roles, text):
    figure = head_grid(trained, roles, text)
    n = len(text.split())
    assert figure.arrays["encoder.layers.0.self_attention.weights"].values.shape == (4, n, n)


@pytest.mark.parametrize("count", [1, 16, 62, 63])
def test_positions_that_were_learned_end_where_the_text_does(count):
    """A model that never writes END goes on as far as it has positions, and no further."""
    fixed = load("induction_fixed")
    answered = answer(fixed, fixed.target_vocabulary.encode(list("k" * count)))
    assert (
        answered.trace.one("target_embedding.sum").shape[1] <= fixed.model.config.max_length == 64
    )
    assert len(answered.inside) <= 63 - count


@pytest.mark.parametrize("heads", [1, 2, 8])
def test_a_decoder_alone_with_any_number_of_heads(heads):
    copier = load("induction")
    task = TASKS["induction"]()
    sizes = {"feed_forward": "none", "self_heads": heads, "decoder_layers": 1, "d_model": 16}
    other = but(copier, model=build(task, 0, **sizes).eval())
    roles = head_roles(other, task.held_out[:5])
    assert [h.map for h in roles.heads] == ["decoder"] * heads
    assert (
        head_grid(other, roles, "abcabc")
        .arrays["decoder.layers.0.self_attention.weights"]
        .values.shape[0]
        == heads
    )


# ---- side by side, × W_O ----------------------------------------------------------------------------
def test_what_the_heads_write_adds_up_to_the_output_of_every_layer(trained):
    ids = trained.source_vocabulary.encode(TIRED.split())
    trace = answer(trained, ids).trace
    for path in (
        "encoder.layers.0.self_attention",
        "decoder.layers.1.cross_attention",
        "decoder.layers.0.self_attention",
    ):
        head_steps = steps(trained.model, trace, path)
        assert head_steps.difference < 1e-5
        heads = trained.model.get_submodule(path).heads
        size = head_steps.joined.shape[1] // heads
        for word in (0, 5):
            by_hand = head_steps.W_O @ head_steps.joined[word] + head_steps.bias
            torch.testing.assert_close(by_hand, head_steps.output[word], atol=1e-5, rtol=1e-5)
            for head in range(heads):
                cut = slice(head * size, (head + 1) * size)
                alone = head_steps.W_O[:, cut] @ head_steps.joined[word, cut]
                torch.testing.assert_close(
                    head_steps.written[head, word], alone, atol=1e-5, rtol=1e-5
                )


def test_a_layer_that_joins_otherwise_is_refused(trained):
    class Averaging(MultiHeadAttention):
        def merge(self, x):
            return x.mean(1).repeat(1, 1, self.heads)

    model = copy.deepcopy(trained.model)
    mine = Averaging(64, 4)
    mine.load_state_dict(model.encoder.layers[0].self_attention.state_dict())
    model.encoder.layers[0].self_attention = mine
    trace = answer(but(trained, model=model), [5, 6]).trace
    with pytest.raises(ValueError, match="Averaging does not concatenate its heads"):
        steps(model, trace, "encoder.layers.0.self_attention")


def test_the_number_of_weights_is_the_same_for_every_number_of_heads():
    for heads, count in parameters(512, (1, 2, 4, 8, 16)).items():
        assert count["weights"] == 4 * 512**2 == 1_048_576, heads
        assert count["all"] == 4 * (512**2 + 512)


# ---- copying ---------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def copying():
    """Share right by period, of each model."""
    names = ("induction", "induction_one_layer", "induction_fixed")
    periods = (8, 12, 13, 20)
    return {n: {p.period: p.right for p in by_period(load(n), periods, 40)} for n in names}


def test_two_layers_copy_one_does_not_and_a_fixed_period_is_a_trap(copying):
    assert min(copying["induction"].values()) > 0.95
    assert max(copying["induction_one_layer"].values()) < 0.5
    fixed = copying["induction_fixed"]
    assert fixed[12] > 0.99 and fixed[13] < 0.15


def test_the_name_of_the_trap_is_lost_on_other_periods():
    fixed, two = load("induction_fixed"), load("induction")
    named = {h.label for h in head_roles(fixed).heads}
    assert "after an earlier copy" in named
    elsewhere = head_roles(fixed, two.task.of_period(13, 40))
    assert all(h.scores["after an earlier copy"] < 0.3 for h in elsewhere.heads)
    second = [h for h in head_roles(two).heads if h.layer == 1]
    assert all(h.label == "after an earlier copy" for h in second)


def test_a_row_repeats_and_says_where_it_stood_before():
    task = TASKS["induction"]()
    periods = set()
    for e in task.held_out[:200]:
        period = e.alignment.index(0)
        periods.add(period)
        assert len(e.target) == 48 and e.alignment[:period] == (-1,) * period
        assert all(e.target[i] == e.target[k] for i, k in enumerate(e.alignment) if k >= 0)
    assert periods <= set(range(8, 21)) and len(periods) > 10
    assert {e.alignment.index(0) for e in TASKS["induction_fixed"]().held_out} == {12}
    assert math.isclose(
        sum(p.right for p in by_period(load("induction"), (12,), 5)), 1, abs_tol=0.1
    )
