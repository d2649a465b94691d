"""The embedding map: every number is the machine's, and every word of it can be translated."""

import importlib

import numpy as np
import pytest
import torch
from PIL import Image

from lessons.embeddings.figures.embedding_map import (
    NEAR,
    agreement_map,
    agreement_test,
    embedding_map,
    recompute,
    table_of,
    training_map,
)
from lessons.embeddings.figures.embedding_map import words as say
from lessons.embeddings.measure.agreement import agreement_plane
from tests.kit.small import HOSTILE
from transformer.measure.words.projection import (
    aligned,
    kept_fraction,
    near_in_picture,
    neighbours,
    pca,
    shares,
)
from transformer.vocabulary import SPECIALS
from transformer.weights import film as films
from transformer.weights import load

TYPED = f"</script>{HOSTILE}"


@pytest.fixture(scope="module")
def film():
    return films.load("english_french")


@pytest.fixture(scope="module")
def figures(trained, film):
    return {
        "map": embedding_map(trained, "source", ["the", "street", "zzz"]),
        "target": embedding_map(trained, "target"),
        "letters": embedding_map(load("reverse")),
        "film": training_map(trained, film, "street"),
        "pairs": agreement_map(trained),
    }


def same(array, expected) -> bool:
    return np.array_equal(array.values, torch.as_tensor(expected).float().numpy())


def test_each_number_of_the_map_is_the_machines(figures):
    for name, weights, side in (
        ("map", "english_french", "source"),
        ("target", "english_french", "target"),
        ("letters", "reverse", "source"),
    ):
        holds_the_machines_numbers(figures[name], *table_of(load(weights), side))


def holds_the_machines_numbers(figure, table, words):
    arrays, header = figure.arrays, figure.header
    assert same(arrays["table"], table)
    projection = pca(table, 3)
    assert same(arrays["points"], projection.points) and same(arrays["share"], projection.share)
    near, cosines = neighbours(table, NEAR)
    assert same(arrays["near"], near) and same(arrays["cosines"], cosines)
    for place, axes in enumerate((2, 3)):
        seen, _ = near_in_picture(projection.points[:, :axes], NEAR)
        assert same(arrays[f"seen{axes}"], seen)
        assert header["kept"][place] == pytest.approx(float(kept_fraction(near, seen).mean()))
    assert [point["full"] for point in header["points"]] == words


def test_each_number_of_the_film_is_the_machines(figures, film):
    arrays = figures["film"].arrays
    assert same(arrays["points"], aligned(film.source))
    assert same(arrays["share"], shares(film.source, pca(film.source[-1]).axes))
    for n in (0, 7, len(film.steps) - 1):
        near, cosines = neighbours(film.source[n], NEAR)
        assert np.array_equal(arrays["near"].values[n], near.float().numpy())
        assert np.array_equal(arrays["cosines"].values[n], cosines.float().numpy())
    assert figures["film"].header["steps"] == list(film.steps)
    last = figures["map"].arrays["points"].values[:, :2]
    assert np.allclose(arrays["points"].values[-1], last), "the film ends with the map"


def test_each_number_of_the_pairs_is_the_machines(figures, trained):
    header, arrays = figures["pairs"].header, figures["pairs"].arrays
    agreement, pairs = agreement_test(trained)
    table, words = table_of(trained, "target")
    seen = agreement_plane(table, pairs)
    assert same(arrays["points"], seen.points) and same(arrays["share"], seen.share)
    assert same(arrays["cosines"], [answer.cosine for answer in agreement.answers])
    assert header["score"] == {
        "hits": agreement.hits, "baseline": agreement.baseline, "stays": agreement.stays,
        "count": len(pairs), "chance": f"{100 * agreement.random_baseline:.1f}",
    }  # fmt: skip
    for pair, answer in zip(header["pairs"], agreement.answers, strict=True):
        assert header["points"][pair["start"]]["full"] == words[answer.start]
        assert header["points"][pair["wanted"]]["full"] == words[answer.wanted]
        assert (pair["found"], pair["neighbour"]) == (
            words[answer.nearest],
            words[answer.neighbour],
        )
        assert (pair["right"], pair["place"]) == (answer.right, answer.rank)
        assert pair["lucky"] == (answer.neighbour == answer.wanted)


def test_every_array_says_where_it_comes_from(figures, trained):
    parameters = trained.model.state_dict()
    for figure in figures.values():
        for name, array in figure.arrays.items():
            if array.probe != "transformer.weights.film.load.source":
                assert array.probe in parameters, name
            if array.derived:
                module, _, function = array.derived.rpartition(".")
                assert callable(getattr(importlib.import_module(module), function)), name
            assert len(array.axes.split()) == array.values.ndim, name


def test_a_cosine_can_be_computed_again(figures):
    arrays = figures["map"].arrays
    for word, k in ((30, 0), (395, NEAR - 1)):
        other = int(arrays["near"].values[word, k])
        again = recompute(figures["map"], word, other)["value"]
        assert again == pytest.approx(float(arrays["cosines"].values[word, k]), abs=1e-6)


def test_words_of_the_sentence_are_marked_and_the_last_known_one_is_chosen(figures, trained):
    header = figures["map"].header
    words = [point["full"] for point in header["points"]]
    assert [word["row"] for word in header["sentence"]] == [
        words.index("the"),
        words.index("street"),
        None,
    ]
    assert header["start"]["word"] == "street"
    assert embedding_map(trained, "source", ["zzz"]).header["start"]["word"] is None


def test_parts_of_speech_come_from_the_grammar(figures):
    def sort(figure, word):
        header = figures[figure].header
        point = next(p for p in header["points"] if p["full"] == word)
        return header["parts"][point["part"]]["title"], point["gender"]

    assert sort("map", "street") == ("noun", "f") and sort("map", "dog") == ("noun", "m")
    assert sort("target", "petite") == ("adjective", "f") and sort("map", "crossed")[0] == "verb"
    assert sort("map", "<pad>")[0] == say.SPECIAL and sort("letters", "a")[0] == say.LETTER
    shown = {p["label"] for p in figures["letters"].header["points"]}
    assert "⟨pad⟩" in shown and not shown & set(SPECIALS)


def test_another_table_is_refused(trained):
    with pytest.raises(
        ValueError, match="there is no table 'middle'; the tables are source, target"
    ):
        embedding_map(trained, "middle")


def test_paper_says_how_much_it_shows_of_what(figures, tmp_path):
    for name in ("map", "film", "pairs"):
        figure = figures[name]
        text = figure.save(tmp_path / f"{name}.svg").read_text()
        share = figure.arrays["share"].values
        share = share[-1] if share.ndim == 2 else share
        for axis in (0, 1) if name != "film" else ():  # whose axes are those of the last frame
            assert f"axis {axis + 1}: {100 * share[axis]:.1f}% of the variance" in text
        assert f"{100 * share[:2].sum():.1f}% of" in text
        assert figure.header["run"]["file"] in text
    text = figures["map"].at(view="3d").save(tmp_path / "x.svg").read_text()
    assert "axis 3: " in text and "These 3 axes show" in text
    with Image.open(figures["pairs"].save(tmp_path / "x.png")) as image:
        assert min(image.size) > 900 and "variance" in image.info["Description"]
