"""The page on pictures: what somebody draws is described, what is no picture is passed over or said."""

import numpy as np
import pytest

from lessons.pictures import BY_HAND, CLEAN, results, words
from transformer.measure import pictures as measure
from transformer.tasks.drawings import Thing, draw


def test_a_drawing_of_ones_own_is_described_and_nothing_is_said_kindly(visitor):
    things = Thing("green", "cross", 7, 14), Thing("yellow", "circle", 21, 14, line=1.5)
    pixels = "".join(draw(things))
    shown = visitor.go(part="draw", drawn={"pixels": pixels}).figure
    assert shown.header["pixels"] == pixels
    assert shown.header["models"][0]["words"] == [
        "a",
        "green",
        "cross",
        "left",
        "of",
        "a",
        "yellow",
        "circle",
    ]
    empty = visitor.go(part="draw", drawn={"pixels": "." * 784}).figure
    assert empty.header["problem"].startswith(
        "There is no shape on this picture: none of its pixels"
    )
    opening = results.yours().header["pixels"]
    for nonsense in ({"pixels": "<b>"}, {"pixels": 7}, "x", None, {"pixels": "." * 783 + "x"}):
        assert visitor.go(part="draw", drawn=nonsense).figure.header["pixels"] == opening


def test_the_maps_are_the_captioners_own_weights():
    figure, example = results.described("clean", "2"), results.examples("clean")[1]
    for number, name in enumerate((CLEAN, BY_HAND)):
        found = measure.described(results.trained(name), example.source)
        shown = figure.arrays[f"weights {number}"].values
        np.testing.assert_array_equal(shown, found.weights.numpy())
        np.testing.assert_allclose(shown.sum(-1), 1, rtol=1e-5)
        box = measure.about(results.trained(name), example, 2).numpy()
        inside = figure.arrays[f"inside {number}"].values
        assert inside[2] == pytest.approx(shown[2, box].sum()) and np.isnan(inside[0])


def test_what_to_notice_is_measured():
    card = results.trained(CLEAN).card["held_out"]["inside"]
    assert f"At a colour {card['colour']:.0%} of the weight" in words.look(results.inside(CLEAN))
    soft = results.gradients("soft")
    assert f"has {soft['others']:.1f} there" in words.hard(soft)
    lengths = [results.gradients(way)["others"] for way in measure.WAYS]
    assert min(lengths) > 0.8 * max(lengths), "and the others hardly less"
    assert results.gradients("best")["looking"] == results.gradients("lot")["looking"] == 0


def test_what_the_text_says_of_soft_and_hard_holds():
    assert results.exact(CLEAN, "clean") == 1.0
    assert 0.95 < results.exact(CLEAN, "clean", "best") < 1  # "it hardly costs a caption"
    assert (
        results.scores(CLEAN, "outlines")["colour"]
        > 0.9
        > results.scores(CLEAN, "outlines")["shape"]
    )
