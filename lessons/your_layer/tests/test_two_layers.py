"""Two layers step by step, as they are drawn."""

import pytest

from lessons.your_layer.figures.two_layers import two_layers
from transformer.weights import load

SENTENCE = "the cat was too tired"


@pytest.fixture(scope="module")
def figure():
    return two_layers(
        load("english_french"), "attention", ("standard", "unscaled"), SENTENCE, opens="weights"
    )


def test_it_opens_where_the_two_are_farthest_apart(figure):
    start, apart = figure.header["start"], figure.arrays["0 weights d"].values
    away = apart[start["head"] - 1, start["row"] - 1, start["column"] - 1]
    assert start["step"] == 7 and abs(away) == pytest.approx(abs(apart).max())


def test_a_step_shows_its_line_and_a_cell_both_numbers(show, figure):
    shown = show(figure)
    assert "First different step: scaled" in shown.text(
        ".verdict"
    ) and "without.py:21" in shown.text(".verdict")
    shown.page.keyboard.press("ArrowLeft")
    shown.page.keyboard.press("ArrowLeft")
    assert shown.pressed("step").startswith("scaled")
    lines = shown.texts(".panel-listing .now")
    assert "scores / math.sqrt(d_k)" in lines[0] and "scaled (4, 5, 5)" in lines[0]
    assert "self.scaled(scores)" in lines[1]
    pieces = shown.page.locator(".panel-listing .now .text, .panel-listing .now .shape").all()
    inside = shown.page.locator(".panel-listing").first.bounding_box()
    for piece in pieces[:2]:  # the marked line is whole, and its shape lies below it
        box = piece.bounding_box()
        assert box["x"] + box["width"] <= inside["x"] + inside["width"]
    assert pieces[0].bounding_box()["y"] + pieces[0].bounding_box()["height"] <= box["y"]
    source = ".panel-listing:last-child pre div"
    short = shown.texts(source)
    assert len(short) < 12 and not any('"""' in line for line in short)
    shown.page.locator(".folded").first.click()
    assert len(shown.texts(source)) > len(short) and any('"""' in s for s in shown.texts(source))
    shown.page.locator(".tiles button").nth(0).click()
    assert "same" in shown.pressed("step")
    # A cell is clicked in the second map; the sentence has both numbers and their difference.
    shown.page.locator(".tiles button").nth(6).click()
    box = shown.page.locator(".equation .body").nth(1).bounding_box()
    wide = box["width"] / (len(SENTENCE.split()) + 1)
    shown.page.mouse.click(box["x"] + 1.3 * wide, box["y"] + 8)
    read = shown.text(".read")
    shown.later()
    head = figure.header["start"]["head"] - 1
    row, column = (int(part) - 1 for part in shown.where().partition("=")[2].split("/")[3:])
    for side in "abd":
        value = figure.arrays[f"0 weights {side}"].values[head, row, column]
        assert f"{value:.4f}".replace("-", "−") in read
