"""The page on a layer: both views of LayerNorm, and what it says to notice."""

import pytest

from lessons.block import TRAININGS, TRANSLATOR, results, words
from lessons.block.measure.pronoun import measure_at_it
from lessons.models.saved import trained
from lessons.models.shipped import SENTENCE


@pytest.mark.parametrize("view", ["hand", "depth"])
def test_each_view_of_layer_norm_asks_its_own_question(visitor, view):
    shown = visitor.go(part="norm", view=view)
    assert shown.drawn == [f"block-figure-{view}"]
    assert results.predict(view).question in shown.text
    assert [b.key for b in shown.at.button if b.key.startswith("show-")] == [f"show-block-{view}"]


def test_what_to_notice_is_measured():
    figure = results.stream_figure(TRANSLATOR, results.encode(TRANSLATOR, SENTENCE))
    text = words.about_stream(figure)
    length = figure.arrays["decoder.length"].values.mean(1)[1:-1]
    assert f"the vector’s average norm changes from {length[0]:.0f} to {length[-1]:.0f}" in text
    assert "the feed-forward of layer 2 adds most" in text
    alike = {of: f"{result.alike:.2f}" for of, result in results.passes().items()}
    depth_text = words.about_depth(results.gradients(), results.cosine_without_mixing())
    assert (
        f"are enough for collapse: the mean cosine of two words is {alike['without residual', 2]}."
        in depth_text
    )
    assert f"post-norm also makes the words alike (cosine {alike['post', 24]})" in depth_text
    assert f"{alike['pre', 2]} in **pre-norm**" in depth_text
    assert f"In pre-norm the cosine is still {alike['pre', 24]}" in depth_text
    assert all(0.8 < value < 0.995 for value in results.cosine_without_mixing().values()), (
        "alike without mixing"
    )


def test_adam_takes_a_step_where_the_gradient_vanishes():
    """Plain gradient descent does not: its step is as long as the gradient."""
    passes = results.passes()
    vanishing, exploding, usual = (
        passes[way, 24] for way in ("without both", "without norm", "pre")
    )
    size, large = (10 ** result.gradients.log10().mean(0)[0] for result in (vanishing, exploding))
    assert size < 1e-5 and large > 1e6
    assert 0.02 < vanishing.adam.mean(0)[0] < 0.3
    assert min(exploding.adam.mean(0)[0], usual.adam.mean(0)[0]) > 0.99


def test_the_gender_at_it_is_that_of_guided_models_or_of_a_lucky_one():
    agrees = {name: measure_at_it(trained(name)).agrees for name in TRAININGS}
    guided, again, unguided, other_seed = agrees.values()
    assert guided == again == 300 and abs(unguided - 150) < 20 and 270 < other_seed < 300
    assert f"{unguided} of 300" in results.pronouns()


def test_dead_units_differ_from_training_to_training():
    silent_text, table = results.dead_units()
    counts = sorted(
        results.units_of(name)["encoder.layers.1.feed_forward"].silent() for name in TRAININGS
    )
    assert f"{counts[0]} to {counts[-1]} of 256" in silent_text and counts[-1] > 2 * counts[0]
    assert all(f"{count} of 256" in table for count in counts)
