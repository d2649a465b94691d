"""Values carried over: every effect against a second way to write, and what the lesson says of them."""

import copy
from dataclasses import replace

import pytest
import torch
from torch import nn

from lessons.heads import CHANGED, LETTERS, SENTENCE
from lessons.heads.figures.patch_map import patch_map
from lessons.heads.measure.patching import (
    Site,
    logits_when_rewritten,
    make_question,
    measure_effects,
    sites,
)
from transformer.probe import probes
from transformer.weights import load


def asked_of(trained, *texts):
    return make_question(
        trained, *(trained.source_vocabulary.encode(text.split()) for text in texts)
    )


@pytest.fixture(scope="module", params=["english_french", "english_french_unguided"])
def measured(request):
    """Return a model, the question about tired and wide, and what every place does."""
    trained = load(request.param)
    question = asked_of(trained, SENTENCE, CHANGED)
    places = sites(trained.model, question.inputs)
    return (
        trained,
        question,
        measure_effects(trained.model, question, places["heads"] + places["words"]),
    )


@torch.no_grad()
def written_by_a_hook(model, question, site: Site) -> float:
    """Return the effect of one value, measured with torch's own hooks, one sentence at a time."""
    probe, kept = probes(model)[site.probe], {}
    handle = probe.register_forward_hook(
        lambda module, inputs, value: kept.update(value=value.clone())
    )
    model(*(tokens[1:] for tokens in question.inputs))
    handle.remove()

    def write(module, inputs, value):
        value = value.clone()
        value[:, site.index] = kept["value"][:, site.index]
        return value

    handle = probe.register_forward_hook(write)
    logits = model(*(tokens[:1] for tokens in question.inputs))
    handle.remove()
    return float(logits[0, -1, question.this] - logits[0, -1, question.that])


def test_every_effect_is_what_a_hook_measures(measured):
    trained, question, (before, of_donor, effects) = measured
    for effect in effects[:: len(effects) // 12]:
        after = written_by_a_hook(trained.model, question, effect.site)
        assert effect.after == pytest.approx(after, abs=1e-3)
        assert effect.change == pytest.approx(after - before, abs=1e-3)
    whole = next(e for e in effects if e.site == Site("source_embedding.sum", 11))
    # The only word that differs, before any layer.
    assert whole.after == pytest.approx(of_donor, abs=1e-3)


def test_writing_back_the_same_value_gives_equal_bits(measured):
    trained, question, (*_, effects) = measured
    for probe in {effect.site.probe for effect in effects}:
        plain, again = logits_when_rewritten(trained.model, question, probe)
        assert torch.equal(plain, again), probe


def test_what_was_the_same_already_says_so(measured):
    trained, question, (before, _, effects) = measured
    same = {e.site for e in effects if e.unchanged}
    assert {Site("source_embedding.sum", n) for n in range(11)} <= same
    assert Site("source_embedding.sum", 11) not in same
    assert all(e.change == 0 for e in effects if e.unchanged)
    wrote = trained.target_vocabulary.decode([question.this, question.that])
    assert wrote == ["il", "elle"] and before > 0
    assert all(e.writes == (question.this if e.after > 0 else question.that) for e in effects)


def test_which_heads_carry_it_in_each_of_the_models(measured):
    """The lesson and its scenes rest on this."""
    trained, _, (before, of_donor, effects) = measured
    strong = {
        (e.site.probe, e.site.index)
        for e in effects
        if e.site.probe.startswith("encoder")
        and e.site.probe.endswith("head_output")
        and abs(e.change) > abs(of_donor - before) / 2
    }
    first, second = (f"encoder.layers.{n}.self_attention.head_output" for n in (0, 1))
    guided = trained.name == "english_french"
    assert strong == ({(first, 2), (second, 0)} if guided else {(first, 3)})
    after = {
        e.site.index: e.change
        for e in effects
        if e.site.probe == "encoder.layers.0.feed_forward_residual.sum"
    }
    words = SENTENCE.split()
    assert words[min(after, key=after.get)] == ("it" if guided else "the")


def test_sentences_that_cannot_be_compared_are_refused():
    trained = load("english_french")
    with pytest.raises(ValueError, match="have 12 and 3 words.*equal length"):
        asked_of(trained, SENTENCE, "the cat sleeps")
    with pytest.raises(ValueError, match="the same answer"):
        asked_of(trained, SENTENCE, SENTENCE)


def test_in_a_decoder_alone_the_difference_moves_one_place_on():
    """The character itself before the second layer, the end of the row after it."""
    trained = load("induction")
    patch_question = make_question(
        trained, *(trained.target_vocabulary.encode(list(row)) for row in LETTERS)
    )
    assert trained.target_vocabulary.decode([patch_question.this, patch_question.that]) == [
        "q",
        "r",
    ]
    places = sites(trained.model, patch_question.inputs)["words"]
    assert not any("feed_forward" in site.probe for site in places), "it has none"
    before, of_donor, results = measure_effects(trained.model, patch_question, places)
    way = of_donor - before
    by = {e.site: e.change / way for e in results}
    # START is 0.
    apart = 1 + next(n for n, (a, b) in enumerate(zip(*LETTERS, strict=True)) if a != b)
    last = len(LETTERS[0])
    assert by[Site("decoder.layers.0.self_residual.sum", apart)] > 0.9
    assert by[Site("decoder.layers.1.self_residual.sum", apart)] == 0
    assert by[Site("decoder.layers.1.self_residual.sum", last)] == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    ("base", "donor"), [("cat", "cow"), ("the cat " * 31 + "and he", "the cow " * 31 + "and she")]
)
def test_one_word_and_sixty_four(base, donor):
    figure = patch_map(load("english_french"), base, donor)
    for kind in figure.header["kinds"]:
        values = figure.arrays[f"{kind['name']}.change"].values
        assert values.shape[:2] == (2, len(kind["rows"]))


def test_a_layer_that_hides_what_its_heads_found_is_named():
    trained = load("english_french")
    model = copy.deepcopy(trained.model)
    model.encoder.layers[1].self_attention.head_output = nn.Identity()  # no probe
    figure = patch_map(replace(trained, model=model), SENTENCE, CHANGED)
    (message,) = figure.header["missing"]
    for part in (
        "encoder.layers.1.self_attention",
        "MultiHeadAttention",
        "self.head_output = Probe(",
    ):
        assert part in message
    heads = next(kind for kind in figure.header["kinds"] if kind["name"] == "heads")
    assert len(heads["rows"]) == 5  # the other layers are measured
