"""The positions page as Streamlit runs it: every part, every answer, bad input; and the decks' numbers."""

import re

import numpy as np
import pytest

from lessons.positions import EXAMPLE, SENTENCE, TRANSLATOR, choices, prediction, results
from lessons.positions.figures.position_lab.tables import unpaired
from lessons.positions.slides import (
    PRINTED_PRODUCTS,
    PRINTED_TABLE,
    explain_slips,
    four_decimals,
    matrix,
    slides,
)
from tests.kit.paths import SHARED
from tests.kit.visit import Visitor
from transformer import positions


def test_only_the_open_part_is_computed(monkeypatch):
    computed = []
    for name in ("why", "lab", "check_slides", "score", "length"):
        real = getattr(results, name)
        note = lambda *key, name=name, real=real: computed.append(name) or real(*key)  # noqa: E731
        monkeypatch.setattr(results, name, note)
    Visitor("positions").go(part="lab")
    assert set(computed) == {"lab"}


# --- predict first -----------------------------------------------------------------------------------


def test_show_it_opens_the_lab_at_the_example(visitor):
    visitor.go(part="lab").at.button(key="predict-positions-lab-0").click().run()
    visitor.at.button(key="predict-positions-lab-show").click().run()
    assert visitor.at.session_state["positions-setting"] == EXAMPLE
    header = visitor.figure.header
    assert header["setting"]["positions"] == 5
    assert header["start"]["cell"] == "product" and header["start"]["other"] == 4


def test_right_answers_are_computed():
    pe = positions.sinusoidal(5, 4).double()
    nearer = 3 if pe[0] @ pe[3] > pe[0] @ pe[4] else 4
    assert results.predict("lab").right == f"position {nearer}" == "position 4"
    assert results.predict("slides").right == "columns 2 and 3"
    scores = {
        s["title"]: results.length().arrays[s["name"]].values
        for s in results.length().header["schemes"]
    }
    at = results.length().header["lengths"].index(13)
    assert results.predict("length").right == max(
        scores, key=lambda s: np.nan_to_num(scores[s][at], nan=-1)
    )
    figure = results.score(results.encode(TRANSLATOR, SENTENCE))
    spread = figure.arrays["spread"].values[figure.header["start"]["head"] - 1]
    assert spread[prediction.PARTS.index(results.predict("score").right)] == spread.max()


# --- the decks' numbers ------------------------------------------------------------------------------


def test_printed_table():
    """E1: columns 2 and 3 are slips, but for position 0; column 2 is printed as position / 600."""
    right = positions.sinusoidal(5, 4).double().numpy()
    assert np.allclose(matrix(), right, atol=1e-7)
    table = slides()[0]
    slips = {(i, j) for i in range(5) for j in range(4) if table.is_slip(i, j)}
    assert slips == {(i, j) for i in range(1, 5) for j in (2, 3)}
    for p in range(5):
        assert PRINTED_TABLE[p][2] == f"{p / 600:.4f}"
    sines, cosines = (map(four_decimals, matrix()[1:, column]) for column in (2, 3))
    assert [*sines] == ["0.0100", "0.0200", "0.0300", "0.0400"]
    assert [*cosines] == ["1.0000", "0.9998", "0.9996", "0.9992"]
    assert "**8 of 20" in explain_slips(table) and "600" in explain_slips(table)


def test_printed_products():
    """E2, E3: 24 of 25 wrong, by up to 1.756; not the product of the printed table; no Gram matrix."""
    printed, products = np.array(PRINTED_PRODUCTS, float), slides()[1]
    assert products.slips == 24 and not products.is_slip(0, 0)
    assert products.largest == pytest.approx(1.756, abs=5e-4)
    own = np.array(PRINTED_TABLE, float)
    assert np.abs(own @ own.T - printed).max() > 1
    assert np.linalg.matrix_rank(printed, tol=1e-3) == 5 > 4
    lags = [2.0, 1.5403, 0.5837, 0.0096, 0.3456]
    assert products.right[0] == pytest.approx(lags, abs=5e-5)
    assert [np.cos(k) + np.cos(k / 100) for k in range(5)] == pytest.approx(lags, abs=5e-5)
    assert "**24 of 25" in explain_slips(products) and "0.3456" in explain_slips(products)


def test_printed_formulas():
    """E7: base 1000. E9: exponent i/d; the vectors are no longer equally long."""
    _, _, base, exponent = slides()
    assert base.rows[1] == ("0.8415", "0.5403", "0.0316", "0.9995")
    assert exponent.rows[1] == ("0.8415", "0.9950", "0.0100", "1.0000")
    wrong = unpaired(5, 4).double().numpy()
    assert np.allclose(matrix(paired=False), wrong, atol=1e-7)
    diagonal = (wrong**2).sum(1)
    assert diagonal == pytest.approx([2, 2.698, 2.788, 1.934, 2.423], abs=1e-3)
    assert f"{diagonal.min():.3f}" in explain_slips(exponent) and "3.16" in explain_slips(base)


@pytest.mark.shared
@pytest.mark.skipif(not (SHARED / "decks").is_dir(), reason="the decks lie beside the checkout")
def test_the_printed_numbers_are_the_decks():
    lines = (SHARED / "decks" / "001_2c7c6ddafad596de.txt").read_text().splitlines()
    numbers = [re.findall(r"-?\d\.\d{4}", lines[at - 1]) for at in (1244, 1263)]
    assert numbers[0] == [n for row in PRINTED_TABLE for n in row]
    assert numbers[1] == [n for row in PRINTED_PRODUCTS for n in row]
    assert (
        "1000^{2d/d_m}"
        in (SHARED / "decks" / "000_85313c71d856aadc.txt").read_text().splitlines()[230]
    )
    kim = (SHARED / "decks" / "004_1418facedfd0f1b5.txt").read_text().splitlines()[567]
    assert r"10000^{\frac{i}{d}}" in kim
    assert [s.place for s in slides()] == [f"text line {n}" for n in (1244, 1263, 231, 568)]


# --- what comes from a browser, and what is typed ---------------------------------------------------


def test_of_what_a_browser_sends_only_choices_are_kept(monkeypatch):
    state = {}
    monkeypatch.setattr(choices.st, "session_state", state)
    for value in (None, "x", 3, {}, {"scheme": "evil"}, [1, 2], {"positions": 4}):
        choices.choose_setting(value)
    for value in (None, "x", 3, {}, ["a"], [True, False], {"0": 1}):
        choices.choose_order(value)
    assert state == {}
    choices.choose_setting({"scheme": "binary", "positions": 4, "dimensions": 4, "base": 10})
    choices.choose_order([1, 0])
    assert state == {choices.SETTING: ("binary", 4, 4, 10.0), choices.ORDER: (1, 0)}


def test_a_refused_setting_is_shown_as_a_sentence(visitor):
    visitor.go(part="lab", setting=("sinusoidal", 5, 3, 10000.0))
    assert "odd" in visitor.figure.header["refused"]


def test_an_order_of_another_sentence_is_dropped(visitor):
    for order in ((0,), (5, 5), (0, 1, 2), tuple(range(99))):
        visitor.go(part="why", text=SENTENCE, order=order)
        assert visitor.figure.header["order"] == list(range(12))[::-1], order


def test_a_word_that_is_not_known_is_a_problem_here(visitor):
    for part, text, problem in (
        ("why", "the animel sleeps", "animal"),
        ("score", "🙂", "does not know"),
    ):
        shown = visitor.go(part=part, text=text)
        assert problem in shown.text and f"The figure still shows: {SENTENCE}" in shown.text


def test_another_sentence_is_shown(visitor):
    visitor.go(part="why", text="the cat never sleeps")
    assert "the cat never sleeps" in visitor.figure.header["title"]
    assert results.encode(TRANSLATOR, "the cat never sleeps").problem == ""
