"""Two layers step by step, and trainings that differ in the layer alone."""

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from lessons.your_layer.figures.two_layers import pack
from lessons.your_layer.measure import fair_trainings as fair
from lessons.your_layer.measure import two_layers as measure
from lessons.your_layer.measure.layer_cost import costs
from transformer.attention import MultiHeadAttention
from transformer.registry import LAYERS, variant
from transformer.runs import Run
from transformer.weights import load

SENTENCE = "the cat was too tired"
HERE = "encoder.layers.0.self_attention"


@pytest.fixture(scope="module")
def parted(trained):
    """The steps of the standard layer and of another, at one place of the trained model."""
    ids = trained.source_vocabulary.encode(SENTENCE.split())
    answer = measure.answer_tokens(trained, ids)

    def parted(name: str, kind="attention", place=HERE):
        models = trained, trained.with_layer(kind, name)
        seen = (
            measure.steps(m.model, measure.record_answer(m, ids, answer), place) for m in models
        )
        return measure.compare_steps(*seen)

    return parted


@pytest.fixture
def registered():
    """Layers that a test adds, and that nobody else finds."""
    before = dict(LAYERS["attention"])
    yield variant
    LAYERS["attention"].clear()
    LAYERS["attention"].update(before)


# ---- where they part -----------------------------------------------------------------------------
def test_every_step_before_the_changed_one_is_the_same_and_that_one_is_what_it_says(parted):
    comparisons = parted("unscaled")
    names = [
        "query",
        "key",
        "value",
        "scores",
        "scaled",
        "masked",
        "weights",
        "head_output",
        "output",
    ]
    assert [comparison.name for comparison in comparisons] == names
    assert [comparison.difference for comparison in comparisons[:4]] == [0, 0, 0, 0]
    assert names[measure.first_difference(comparisons)] == "scaled"
    scaled = comparisons[4]
    d_k = comparisons[0].first.values.shape[-1]
    np.testing.assert_allclose(
        scaled.first.values * math.sqrt(d_k), scaled.second.values, rtol=1e-5
    )
    assert scaled.second.at[0] == "transformer/variants/without.py"
    assert scaled.first.at[0] == "transformer/attention.py"


def test_a_step_that_calls_a_method_of_the_layers_own_leads_to_that_method(parted):
    query, _, value, *_ = parted("rotary")
    assert not query.same and value.same
    file, line = query.second.at
    assert file == "transformer/variants/rotary.py"
    first, last = query.second.listings
    assert "def rotate_positions" in first.lines[0] and first.begins == line
    assert "self.rotate_positions(" in last.lines[last.line - last.begins]
    assert len(query.first.listings) == 1  # the standard layer calls none but its own


def test_nothing_parts_a_layer_from_itself_and_infinities_are_equal(parted):
    assert measure.first_difference(parted("standard")) is None
    masked = parted("standard", place="decoder.layers.0.self_attention")[5]
    assert np.isneginf(masked.first.values).any() and masked.difference == 0
    first = np.array([-np.inf, -np.inf, 1.0, np.nan], np.float32)
    second = np.array([-np.inf, 2.0, 4.0, np.nan], np.float32)
    differences = measure.difference(first, second)
    assert (
        differences[0] == 0
        and differences[1] == np.inf
        and differences[2] == 3
        and np.isnan(differences[3])
    )


def test_steps_that_cannot_be_compared_differ(parted, registered):
    @registered("attention", "tried_bare")
    class Bare(MultiHeadAttention):
        def scale(self, scores: Tensor, d_k: int) -> Tensor:
            return scores / d_k**0.5

        def mix(self, weights: Tensor, value: Tensor) -> Tensor:
            self.head_output(torch.zeros(1, 2))
            return weights @ value

    comparisons = {comparison.name: comparison for comparison in parted("tried_bare")}
    assert comparisons["scaled"].second is None and not comparisons["scaled"].same
    assert comparisons["head_output"].difference is None and not comparisons["head_output"].same
    assert comparisons["output"].same


def test_a_version_keeps_the_lines_that_it_had(trained, registered, tmp_path):
    """What stands in the file later is the next version's."""
    file = tmp_path / "edited.py"
    file.write_text(VERSION, encoding="utf-8")
    code = compile(VERSION, str(file), "exec")
    exec(code, {"variant": registered, "MultiHeadAttention": MultiHeadAttention})
    put_in = trained.with_layer("attention", "tried_version")
    trace = measure.record_answer(
        put_in, trained.source_vocabulary.encode(SENTENCE.split()), [4, 5]
    )
    old = measure.steps(put_in.model, trace, HERE)
    file.write_text(VERSION.replace("2 * scores", "3 * scores"), encoding="utf-8")
    new = measure.steps(put_in.model, trace, HERE)
    figure = pack(("old", "new"), {HERE: old}, {HERE: new}, lambda path, axis: [], "scaled")
    row = next(panel for panel in figure.header["panels"] if panel.get("kind") == "row")
    listed = [
        " ".join(line for entry in side for line in entry["lines"]) for side in row["columns"]
    ]
    assert "2 * scores" in listed[0] and "3 * scores" in listed[1]


VERSION = """
@variant("attention", "tried_version")
class Version(MultiHeadAttention):
    def scale(self, scores, d_k):
        return self.scaled(2 * scores)
"""


@pytest.mark.parametrize(
    ("kind", "name", "step"),
    [("norm", "rms", "normed"), ("feed_forward", "gelu", "hidden"), ("residual", "none", "sum")],
)
def test_other_kinds_of_layers_have_their_places_too(trained, parted, kind, name, step):
    place = measure.layer_paths(trained.model, kind)[0]
    comparisons = parted(name, kind, place)
    assert comparisons[measure.first_difference(comparisons)].name == step


# ---- what is fair ---------------------------------------------------------------------------------
def test_the_same_weights_are_counted_where_shapes_agree():
    assert fair.count_equal_parameters(fair.run_config("copy", "attention", "unscaled")) == (
        119_552,
        119_552,
    )
    taken, count = fair.count_equal_parameters(
        fair.run_config("copy", "attention", "grouped_query")
    )
    # Two self-attentions, in each of which keys and values of two groups have 32 numbers, not 64.
    assert count - taken == 2 * 2 * (32 * 64 + 32)


def test_a_run_is_found_by_what_it_trains_and_not_by_its_name(tmp_path):
    config = fair.run_config("copy", "attention", "alibi", seed=3)
    run = Run.create(config, tmp_path, "anything")
    assert fair.is_run_of(run, "copy", "attention", "alibi", 3)
    assert fair.is_run_of(run, "copy", "attention", "alibi")
    for other in (("reverse", "attention", "alibi"), ("copy", "attention", "standard")):
        assert not fair.is_run_of(run, *other)
    assert not fair.is_run_of(run, "copy", "attention", "alibi", 4)
    usual = Run.create(fair.run_config("copy", "norm", "standard"), tmp_path, "usual")
    assert fair.shipped_model("reverse", "attention", "unscaled") == "reverse_without_scaling"
    assert fair.shipped_model("reverse", "attention", "alibi") is None
    assert fair.is_run_of(usual, "copy", "attention", "standard", 0)


def test_scores_are_those_of_the_card_and_the_verdict_needs_more_than_one_sentence():
    trained = load("addition")
    score = fair.score(trained, 1000)
    assert score.share == pytest.approx(trained.card["held_out"]["exact_match"])
    right = [True] * 100
    worse = fair.Score(tuple(right[:94] + [False] * 6), 1)
    hardly = fair.Score(tuple(right[:95] + [False] * 5), 1)
    best = fair.Score(tuple(right), 1)
    assert fair.verdict(best, hardly).startswith("no difference seen")
    assert fair.verdict(best, worse).startswith("worse")
    assert fair.verdict(worse, best).startswith("better")


def test_memory_counts_what_waits_for_the_gradient():
    standard, again, concat = costs("attention", ("standard", "standard", "concat"))
    assert standard.kept == again.kept and standard.parameters == again.parameters
    pairs = 16 * 24 * 24 * 64 * 4  # bytes of one number for each pair of words and dimension
    assert concat.kept - standard.kept > 3 * pairs  # tanh of all pairs, in three attentions
