"""The page on pictures: drawings get a caption; a value that is not an image is ignored or reported."""

import numpy as np
import pytest
import torch

from lessons.pictures import (
    BY_HAND,
    CLEAN,
    EVEN,
    EVEN_LONG,
    FILM,
    FILM_EVEN,
    FILM_GLOBAL,
    NOTHING,
    results,
    words,
)
from lessons.pictures.measure import four_places
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
    assert empty.header["problem"].startswith("There is no shape in this image: none of its pixels")
    opening = results.draw_own().header["pixels"]
    for nonsense in ({"pixels": "<b>"}, {"pixels": 7}, "x", None, {"pixels": "." * 783 + "x"}):
        assert visitor.go(part="draw", drawn=nonsense).figure.header["pixels"] == opening


def test_the_maps_are_the_captioners_own_weights():
    figure, example = results.draw_example("clean", "2"), results.examples("clean")[1]
    for number, name in enumerate((CLEAN, BY_HAND)):
        description = measure.described(results.trained(name), example.source)
        shown = figure.arrays[f"weights {number}"].values
        np.testing.assert_array_equal(shown, description.weights.numpy())
        np.testing.assert_allclose(shown.sum(-1), 1, rtol=1e-5)
        box = measure.about(results.trained(name), example, 2).numpy()
        inside = figure.arrays[f"inside {number}"].values
        assert inside[2] == pytest.approx(shown[2, box].sum()) and np.isnan(inside[0])


def test_what_to_notice_is_measured():
    card = results.trained(CLEAN).card["held_out"]["inside"]
    assert f"writes a colour, {card['colour']:.0%} of the weight" in words.look(
        results.inside(CLEAN)
    )
    gradients = {way: results.gradients(way) for way in measure.WAYS}
    lengths = [gradient["others"] for gradient in gradients.values()]
    assert min(lengths) > 0.8 * max(lengths), "the other parameters still learn"
    assert f"their gradient is {lengths[1]:.2f}; with soft" in words.hard(gradients)
    assert gradients["argmax"]["looking"] == gradients["sampled"]["looking"] == 0


def test_what_the_text_says_of_soft_and_hard_holds():
    assert results.exact(CLEAN, "clean") == 1.0
    argmax, sampled = (results.exact(CLEAN, "clean", way) for way in ("argmax", "sampled"))
    assert 0.95 < argmax < 1 and sampled < 0.9  # “keeps most of its captions with argmax”
    assert (
        results.scores(CLEAN, "outlines")["colour"]
        > 0.9
        > results.scores(CLEAN, "outlines")["shape"]
    )


def test_the_mean_of_the_regions_knows_the_order_and_learns_the_shapes_later():
    early, late = (results.understood(name) for name in (EVEN, EVEN_LONG))
    assert early["relation"] > 0.9 and early["colours"] > 0.9 > 0.3 > early["shapes in any order"]
    assert min(late.values()) > 0.99
    text = words.mean(early, results.control("caption_length"))
    assert f"only {early['shapes in any order']:.0%} of the shape pairs" in text


def test_four_regions_have_the_gradients_that_the_figure_shows():
    reads = {way: four_places.attend(way) for way in four_places.WAYS}
    assert not reads["argmax"].gradient.any() and not reads["sampled"].gradient.any()
    soft, step = reads["soft"], 1e-3
    moved = four_places.SCORES + step * torch.eye(4)
    losses = (moved.softmax(-1) @ four_places.VECTORS - four_places.TARGET).square().sum(-1)
    assert torch.allclose((losses - soft.loss) / step, soft.gradient, atol=2e-3)
    assert reads["straight-through"].gradient.abs().min() > 0.1


def test_local_structure_tells_what_happens_and_attention_tells_when():
    both, local, alone = (results.structure()[name] for name in ("both", "local", "global"))
    assert both["exact"] > 0.9 > 0.5 > max(local["exact"], alone["exact"])
    assert local["both"] > 0.9 > local["ordered"] and alone["ordered"] > 0.8 > alone["both"]


@pytest.mark.slow
def test_a_film_of_ones_own_is_told_and_events_that_overlap_get_a_sentence(visitor):
    own = {"first-thing": "green cross", "first-does": "shrinks", "first-begins": 1}
    figure = visitor.go(part="films", **own).figure
    for number, name in enumerate((FILM, FILM_GLOBAL, FILM_EVEN)):
        description = measure.described(results.trained(name), [*"".join(figure.header["frames"])])
        assert figure.header["models"][number]["words"] == description.words
        weights = figure.arrays[f"weights {number}"].values
        np.testing.assert_array_equal(weights, description.weights.numpy())
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
    assert none.header["problem"].endswith("there are none here.") and "R" not in "".join(
        none.header["frames"]
    )


def test_what_the_text_says_of_films_holds():
    soft, even = results.film_scores(FILM), results.film_scores(FILM_EVEN)
    assert soft["exact"] > 0.9 > 0.3 > even["exact"]
    assert soft["ordered"] == 1 and even["both"] > 0.9 and 0.4 < even["ordered"] < 0.7
    second = results.second_verb()
    assert f"{second['second']:.0%} of the weight" in words.films(results.on_frames(), second, soft)
