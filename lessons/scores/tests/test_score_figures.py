"""The figures of the scores lesson: what the browser previews is what Python computes; what is printed
as arithmetic gives the score beside it."""

import math
import re

import pytest
import torch

from lessons.figures.kit.labels import labels
from lessons.scores.figures.query_plane import query_plane
from lessons.scores.figures.root_d import root_d
from lessons.scores.figures.score_table import TEMPERATURES, dictionary, score_table
from lessons.scores.figures.score_table.arithmetic import TERMS
from lessons.scores.figures.touched_row import touched_row
from lessons.scores.measure import query_plane as plane
from lessons.scores.measure import score_zoo
from transformer.measure.attention import touch
from transformer.measure.attention.touch import Row
from transformer.weights import load

SENTENCE = "the animal did not cross the street because it was too tired"
AT = Row("encoder.layers.1.self_attention", 0, 8)


@pytest.fixture(scope="module")
def inputs():
    trained = load("english_french")
    words = SENTENCE.split()
    return trained, trained.source_vocabulary.encode(words), AT


@pytest.fixture(scope="module")
def in_plane(inputs):
    seen = plane.plane(*inputs)
    return lambda place=None: query_plane(*inputs, seen, labels(SENTENCE.split()), "it", place)


@pytest.fixture(scope="module")
def in_row(inputs):
    seen = touch.effects_of_row(*inputs)
    return lambda change=None: touched_row(*inputs, seen, labels(SENTENCE.split()), "it", change)


def numbers(texts: list[str]) -> list[float]:
    return [float(text.replace("−", "-")) for text in texts]


# ---- a preview is what Python computes ---------------------------------------------------------
def test_a_dragged_query_shows_what_the_model_gives_there(show, in_plane):
    shown = show(in_plane())
    assert shown.text(".state") == "exact"
    box = shown.page.locator("svg.plane").first.bounding_box()
    for x, y in ((0.3, 0.2), (0.85, 0.8), (0.5, 0.55)):
        shown.page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.4)
        shown.page.mouse.down()
        shown.page.mouse.move(box["x"] + box["width"] * x, box["y"] + box["height"] * y)
        assert shown.text(".state") == "preview"
        shown.page.mouse.up()
        shown.later()
        place = [float(part) for part in shown.where().partition("=")[2].split("/")]
        model = in_plane(place)
        assert numbers(shown.texts(".bars .amount")) == pytest.approx(
            model.arrays["weights"].values.tolist(), abs=6e-4
        )
        mark = "[...root.querySelectorAll('.plane')][1]"
        size = float(shown.run(f"{mark}.getAttribute('width')"))
        reach = 1.25 * abs(model.arrays["values"].values).max()
        seen = [
            float(shown.run(f"{mark}.querySelector('.mark').getAttribute('{c}')"))
            for c in ("cx", "cy")
        ]
        drawn = [(seen[0] / size * 2 - 1) * reach, (1 - seen[1] / size * 2) * reach]
        assert drawn == pytest.approx(model.arrays["output"].values.tolist(), abs=1e-3)


def test_keys_move_the_query_and_b_puts_it_back(show, in_plane):
    shown = show(in_plane())
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowDown"):
        shown.page.keyboard.press(key)
    shown.at(r"4\.\d+/3\.0[01]")
    assert shown.text(".state") == "preview"
    assert "Python does not run behind" in shown.text(".said")
    shown.page.keyboard.press("b")
    shown.at("4.82/3.01")
    assert shown.text(".state") == "exact"


def test_a_dragged_weight_shows_the_row_that_the_model_goes_on_with(show, in_row):
    shown = show(in_row())
    for word, weight in (("street", 0.9), ("animal", 0.25), ("it", 0.0)):
        shown.drag(f"weight of {word}", weight)
        assert shown.text(".state") == "preview"
        column = SENTENCE.split().index(word)
        model = in_row((column, weight)).arrays["weights"].values
        assert numbers(shown.texts(".drag b")) == pytest.approx(model.tolist(), abs=6e-4)
        assert sum(numbers(shown.texts(".drag b"))) == pytest.approx(1, abs=6e-3)
    shown.fits(1024)
    shown.fits(420)


def test_a_link_opens_what_was_done(show, in_row, in_plane):
    shown = show(in_row(), "#figure=7/0.9", dark=True)
    assert numbers(shown.texts(".drag b"))[6] == 0.9 and shown.text(".bright span") == "street"
    shown = show(in_plane(), "#figure=2.93/-4.67")
    assert numbers(shown.texts(".bars .amount"))[6] == pytest.approx(0.997, abs=6e-4)
    for wrong in ("#figure=x/y", "#figure=1e9/2", "#figure=", "#figure=3"):
        assert show(in_plane(), wrong).text(".state") == "exact"
    for wrong in ("#figure=99/0.5", "#figure=3/7", "#figure=x"):
        assert show(in_row(), wrong).text(".state") == "exact"


# ---- what Python is handed ----------------------------------------------------------------------
@pytest.mark.parametrize(
    "place", [[1], "12", [1, "a"], [math.nan, 1], [1e9, 0], {"x": 1}, [True, 2]]
)
def test_a_place_that_is_none_is_refused(in_plane, place):
    with pytest.raises(ValueError, match="a position in the plane must be two numbers"):
        in_plane(place)


@pytest.mark.parametrize(
    "change", [[1], [99, 0.5], [-1, 0.5], [1, 1.5], [1, math.nan], [1.0, 0.5], "ab", [True, 1]]
)
def test_a_change_that_is_none_is_refused(in_row, change):
    with pytest.raises(
        ValueError, match="a change must be a column from 0 to 11 and a weight from 0 to 1"
    ):
        in_row(change)


def test_the_remark_says_whether_the_brightest_word_decides(in_row, inputs):
    trained, ids, _ = inputs
    header = in_row((6, 0.9)).header
    remark = header["remark"]
    assert (
        remark.startswith("**The brightest word is not") and "changes log p most (−19.00" in remark
    )
    assert remark.endswith("Removed only from this row, animal changes log p most (−0.88).")
    assert header["after"].endswith("elle était trop fatiguée") and not header["same"]
    assert in_row((0, 0.0)).header["still"]  # a word to which the row gave nothing
    at = Row("encoder.layers.1.self_attention", 1, 3)  # "not" looks at "did"
    agrees = touched_row(
        trained, ids, at, touch.effects_of_row(trained, ids, at), labels(SENTENCE.split()), "not"
    )
    assert agrees.header["remark"].startswith("**Here, the brightest word is also")
    assert "Removed only from this row, did changes log p most (−0.31)" in agrees.header["remark"]
    at = Row("encoder.layers.1.self_attention", 3, 8)
    unused = touched_row(
        trained, ids, at, touch.effects_of_row(trained, ids, at), labels(SENTENCE.split()), "it"
    )
    assert "no word changes log p in the second decimal" in unused.header["remark"]


def test_both_effects_stand_beside_each_word_and_on_one_scale(show, in_row):
    shown, figure = show(in_row()), in_row()
    for column, name in ((-2, "here"), (-1, "effects")):
        effects = figure.arrays[name].values.tolist()
        cell = f".word:not(.heads) > :nth-last-child({-column}) span"
        assert numbers(shown.texts(cell)) == pytest.approx(effects, abs=6e-3)
    width = "[...root.querySelectorAll('.word:not(.heads)')][1].querySelectorAll('.track i')[{}].style.width"
    here, everywhere = (float(shown.run(width.format(n))[:-1]) for n in (1, 2))
    arrays = figure.arrays
    assert here / everywhere == pytest.approx(
        arrays["here"].values[1] / arrays["effects"].values[1], rel=1e-2
    )


# ---- the table ----------------------------------------------------------------------------------
def computed(text: str) -> float:
    """The arithmetic that is printed, computed."""
    code = text.replace("·", "*").replace("−", "-").replace("÷", "/").replace("√3", "sqrt(3)")
    assert re.fullmatch(r"[\d\s.+*/()\-]*", re.sub("tanh|sqrt", "", code)), code
    return eval(code, {"__builtins__": {}, "tanh": math.tanh, "sqrt": math.sqrt})


def test_the_printed_arithmetic_gives_the_printed_score():
    figure = score_table()
    for name, terms in TERMS.items():
        scores = figure.arrays[f"{name}.scores"].values.tolist()
        printed = [computed(term) for term in terms(score_zoo.WAYS[name])]
        assert printed == pytest.approx(scores, abs=1e-5), name
        assert all(term in str(figure.header["panels"]) for term in terms(score_zoo.WAYS[name]))


def test_every_temperature_gives_a_softmax_of_the_scores_and_a_mixture_of_the_items():
    figure, items = score_table(), score_zoo.items
    for name in score_zoo.WAYS:
        scores = torch.tensor(figure.arrays[f"{name}.scores"].values)
        weights = torch.tensor(figure.arrays[f"{name}.weights"].values)
        right = torch.stack([(scores / t).softmax(-1) for t in TEMPERATURES])
        torch.testing.assert_close(weights, right, atol=1e-5, rtol=1e-4)
        output = torch.tensor(figure.arrays[f"{name}.head_output"].values)
        torch.testing.assert_close(output, right @ items, atol=1e-5, rtol=1e-4)
    with pytest.raises(ValueError, match="way must be one of"):
        figure.at(way="sum")


def test_a_dictionary_answers_whatever_is_asked():
    for word in ("jacky", "", "🙂", "x" * 300, "JACK"):
        figure = dictionary({"jack": 4098, "sape": 4139}, word)
        answers = figure.arrays["lookup.head_output"].values
        assert 4098 <= answers.min() <= answers.max() <= 4139 and math.isfinite(answers.sum())


def test_one_steps_through_scores_and_temperatures(show):
    shown = show(score_table())
    assert shown.pressed("score") == "dot" and "(0, 2, −1)" in shown.text("table")
    for _ in range(3):
        shown.page.keyboard.press("ArrowDown")
    assert shown.pressed("score") == "concat" and "2.752" in shown.text("table")
    shown.drag("temperature", 30)
    assert "nearly the mean of all" in shown.text(".dial")
    shown.at("concat/31")
    shown.fits(1024, dark=True)


def test_the_gradient_at_the_query_is_larger_without_the_division(show):
    shown = show(root_d(), "#figure=512")
    assert "one-hot" in shown.text(".verdict") and "9.6 times" in shown.text(".verdict")
    shown.page.keyboard.press("ArrowLeft")
    shown.at("256")
    shown.fits(420)
