"""The page on pictures: what somebody draws is described, what is no picture is passed over or said."""

import numpy as np
import pytest

from lessons.pictures import BY_HAND, CLEAN, FILM, FILM_EVEN, NOTHING, results, words
from transformer.measure import pictures as measure
from transformer.tasks.drawings import Thing, draw


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_film_of_ones_own_is_told_and_events_that_overlap_get_a_sentence(visitor):
    own = {"first-thing": "green cross", "first-does": "shrinks", "first-begins": 1}
    figure = visitor.go(part="films", **own).figure
    for number, name in enumerate((FILM, FILM_EVEN)):
        found = measure.described(results.trained(name), [*"".join(figure.header["frames"])])
        assert figure.header["models"][number]["words"] == found.words
        weights = figure.arrays[f"weights {number}"].values
        np.testing.assert_array_equal(weights, found.weights.numpy())
    words_of = figure.header["models"][0]["words"]
    assert figure.header["right"] == " ".join(words_of)
    assert words_of[:5] == ["a", "green", "cross", "shrinks", "then"]
    first, then = figure.header["models"][0]["boxes"][3], figure.header["models"][0]["boxes"][8]
    assert (first, then) == ([0, 4], [7, 4]), "the frames of the events, counted from 0"
    shown = figure.arrays["weights 0"].values[8]
    assert figure.arrays["inside 0"].values[8] == pytest.approx(shown[7:11].sum())
    overlap = visitor.go(part="films", **{"then-begins": 3}).figure
    assert overlap.header["problem"].startswith("The events overlap: the first lasts until frame 4")
    assert overlap.header["models"][0]["words"] == [] and not overlap.arrays
    none = visitor.go(part="films", **{"first-does": NOTHING, "then-does": NOTHING}).figure
    assert none.header["problem"].endswith("here are none.") and "R" not in "".join(
        none.header["frames"]
    )


def test_what_the_text_says_of_films_holds():
    soft, even = results.film_scores(FILM), results.film_scores(FILM_EVEN)
    assert soft["exact"] > 0.9 > 0.3 > even["exact"]
    assert soft["ordered"] == 1 and even["both"] > 0.9 and 0.4 < even["ordered"] < 0.7
    second = results.second_verb()
    assert f"{second['second']:.0%} of the weight" in words.films(results.on_frames(), second, soft)
