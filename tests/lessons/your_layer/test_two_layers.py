"""Two layers step by step, as they are drawn."""

import pytest

from lessons.figures.two_layers import two_layers
from transformer.weights import load

SENTENCE = "the cat was too tired"


@pytest.fixture(scope="module")
def figure():
    return two_layers(
        load("english_french"), "attention", ("standard", "unscaled"), SENTENCE, opens="weights"
    )


def test_it_opens_where_the_two_are_farthest_apart(figure):
    start, step = figure.header["start"], figure.header["places"][0]["steps"][6]
    away = figure.arrays["0 weights d"].values[
        start["head"] - 1, start["row"] - 1, start["column"] - 1
    ]
    assert step["name"] == "weights" and abs(away) == pytest.approx(step["difference"])


def test_a_step_shows_its_line_and_a_cell_both_numbers(show, figure):
    shown = show(figure)
    assert "They part at scaled" in shown.text(".verdict") and "without.py:20" in shown.text(
        ".verdict"
    )
    shown.page.keyboard.press("ArrowLeft")
    shown.page.keyboard.press("ArrowLeft")
    assert shown.text(".steps [aria-pressed=true]").startswith("scaled")
    lines = shown.texts(".code pre .now")
    assert "scores / math.sqrt(d_k)" in lines[0] and "scaled (4, 5, 5)" in lines[0]
    assert "self.scaled(scores)" in lines[1]
    shown.page.locator(".steps button").nth(0).click()
    assert "same" in shown.text(".steps [aria-pressed=true]")
    # A cell is clicked in the second map; the sentence has both numbers and their difference.
    shown.page.locator(".steps button").nth(6).click()
    box = shown.page.locator(".maps .body").nth(1).bounding_box()
    cell = figure.header["places"][0]["steps"][6]
    wide = box["width"] / (len(cell["columns"]) + 1)
    shown.page.mouse.click(box["x"] + 1.3 * wide, box["y"] + 8)
    read = shown.text(".read")
    shown.later()
    head = figure.header["start"]["head"] - 1
    row, column = (int(part) - 1 for part in shown.where().partition("=")[2].split("/")[3:])
    for side in "abd":
        value = figure.arrays[f"0 weights {side}"].values[head, row, column]
        assert f"{value:.4f}".replace("-", "−") in read
