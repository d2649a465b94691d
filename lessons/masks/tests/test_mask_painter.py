"""The mask painter: what the browser computes while one paints is what Python says, and the code works."""

import math
import re

import numpy as np
import pytest
import torch

from lessons.masks.figures.mask_painter import mask_painter, parse_mask
from transformer.weights import load

TEXTS = ["the cat sleeps", "the animal was too tired", "we sing"]
LEFT, RIGHT = (f".halves > div:nth-child({n})" for n in (1, 2))


@pytest.fixture(scope="module")
def translator():
    return load("english_french")


@pytest.fixture(scope="module")
def figure(translator):
    return mask_painter(translator, TEXTS)


def numbers(shown) -> list[str]:
    """What stands in the cells of the right matrix, row by row."""
    return shown.run(f"[...root.querySelectorAll('{RIGHT} .cells text')].map((n) => n.textContent)")


def written(weights) -> list[str]:
    """Weights as a cell prints them; nothing where it is hatched."""
    return [f"{w:.2f}".removeprefix("0") if may else "" for w, may in weights]


def shown_by_python(figure, sentence=0, head=0) -> list[str]:
    weights = figure.arrays["weights 0"].values[sentence, head].ravel().tolist()
    mask = figure.arrays["mask"].values[0, sentence].ravel().tolist()
    return written(zip(weights, mask, strict=True))


def cell(shown, row: int, column: int, side=LEFT) -> tuple[float, float]:
    """The middle of a cell, for the mouse."""
    box = shown.page.locator(f"{side} .cells > rect").nth(5 * row + column).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_painting_gives_the_weights_that_python_gives(translator, figure, show):
    """Without Python the browser's softmax of the model's scores; with it the model's own: the same."""
    shown = show(figure)
    assert numbers(shown) == shown_by_python(figure)
    shown.page.get_by_role("button", name="none", exact=True).click()
    assert numbers(shown) == shown_by_python(mask_painter(translator, TEXTS, mask="none"))
    mouse = shown.page.mouse
    mouse.move(*cell(shown, 1, 0))
    mouse.down()
    mouse.move(*cell(shown, 1, 2), steps=8)
    mouse.up()
    shown.page.keyboard.press("ArrowDown")
    shown.page.keyboard.press("x")
    own = torch.ones(3, 5, 5, dtype=torch.bool)
    own[0, 1, :3], own[0, 2, 2] = False, False
    assert numbers(shown) == shown_by_python(mask_painter(translator, TEXTS, mask=own))
    assert shown.pressed("sentence") == "1" and "your own" in shown.texts(
        ".presets [aria-pressed=true]"
    )
    # The address holds it: somebody else who follows the link sees the same mask.
    shown.later()
    place = shown.where()
    assert re.search(r"/x[0-9a-f]{19}$", place)
    before = numbers(shown)
    again = shown.open(f"#{place}")
    assert numbers(again) == before
    again.open(f"#{place[:-1]}")  # mistyped: as the picture opens
    assert numbers(again) == shown_by_python(figure)


def test_a_row_with_nothing_left_says_so(show, figure):
    shown = show(figure)
    mouse = shown.page.mouse
    mouse.move(*cell(shown, 0, 0))
    mouse.down()
    mouse.move(*cell(shown, 0, 2), steps=8)
    mouse.up()
    assert "Python does not run" in shown.text(".told")  # a saved file says that first
    empty = torch.ones(3, 5, 5, dtype=torch.bool)
    empty[0, 1] = False
    shown = show(mask_painter(load("english_french"), TEXTS, mask=empty))
    assert "“cat” has no word left to attend to" in shown.text(".told")
    assert numbers(shown)[5:10] == [""] * 5


def test_the_forms_say_the_same_mask_and_the_code_runs(figure, show):
    shown = show(figure)
    may = figure.arrays["mask"].values[0, 0].astype(bool)

    def form(name: str) -> str:
        shown.page.get_by_role("button", name=name, exact=True).click()
        return shown.text(".form")

    rows = [line.split() for line in form("0 / −∞").splitlines()]
    assert (np.array(rows) == np.where(may, "0", "−∞")).all()
    for name, yes in (("nn.MultiheadAttention", "False"), ("scaled_dot_product_attention", "True")):
        rows = [line.split() for line in form(name).splitlines()]
        assert (np.array(rows) == np.where(may, yes, str(yes == "False"))).all()
    assert form("words").splitlines()[1] == "cat may attend to: the, cat, sleeps"
    # The code: both functions of PyTorch give what the formula gives.
    torch.manual_seed(0)
    x = torch.randn(1, 5, 4)
    layer = torch.nn.MultiheadAttention(4, 1, batch_first=True)
    names = {"query": x, "key": x, "value": x, "memory": x, "x": x, "multihead_attention": layer}
    with torch.no_grad():
        exec(form("code"), names)
        assert torch.equal(names["may"], torch.from_numpy(may))
        scores = x @ x.mT / math.sqrt(4) + names["added"]
        right = torch.nn.functional.scaled_dot_product_attention(x, x, x, attn_mask=names["may"])
        torch.testing.assert_close(scores.softmax(-1) @ x, right)
        assert (names["weights"][0][~names["may"]] == 0).all()


def test_a_leak_lights_up_and_the_outline_is_the_rule(translator, show):
    rule = mask_painter(translator, TEXTS, "decoder").arrays["mask"].values[0] > 0
    leaky = torch.from_numpy(rule).clone()
    leaky[0, 1, 3] = True
    figure = mask_painter(translator, TEXTS, "decoder", leaky, torch.from_numpy(rule))
    shown = show(figure)
    assert len(shown.texts(f"{RIGHT} .leaks rect")) == 1
    assert "1 pair moves though the rule forbids it" in shown.text(".told")
    assert "replacing “dort” moves “le”" in shown.text(".told")
    assert shown.run(f"root.querySelector('{RIGHT} .cone').getAttribute('d').length") > 50
    shown.page.keyboard.press("l")
    shown.page.keyboard.press("l")
    assert shown.pressed("layer") == "all layers"
    wrong = (figure.arrays["moved"].values > 1e-12) & (figure.arrays["promised"].values == 0)
    assert len(shown.texts(f"{RIGHT} .leaks rect")) == wrong[2, 0].sum() >= 1
    mouse = shown.page.mouse  # a given mask cannot be painted
    mouse.click(*cell(shown, 0, 0))
    assert len(shown.texts(f"{RIGHT} .leaks rect")) == wrong[2, 0].sum()


def test_other_models_and_sizes(show):
    """One word, sixty-four, a decoder alone, rows and columns of different texts."""
    translator = load("english_french")
    show(mask_painter(translator, ["cat"]))
    show(mask_painter(translator, [" ".join(["the cat was tired"] * 16)] * 2)).fits(1024)
    show(mask_painter(load("walk"), ["abcde", "ab"], "decoder").at(view="moves")).fits(
        1024, dark=True
    )
    across = mask_painter(translator, TEXTS, "cross").at(view="moves", sentence=2)
    assert across.header["through"] == 1
    shown = show(across)
    assert "No forbidden pair moves" in shown.text(".told")


def test_what_a_browser_hands_over_is_checked(figure):
    shape = figure.arrays["mask"].values.shape[1:]
    rows = [["11111"] * 5] * 3
    assert torch.equal(parse_mask({"masks": rows}, shape), torch.ones(shape).bool())
    for wrong in (None, [], {"masks": None}, {"masks": rows[:2]}, {"masks": [["1111"] * 5] * 3},
                  {"masks": [["11112"] * 5] * 3}, {"masks": [[11111] * 5] * 3}, {"masks": ["11111"] * 3}):  # fmt: skip
        assert parse_mask(wrong, shape) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"mask": "sideways"}, "there is no mask called 'sideways'; choose one of none, padding"),
        ({"mask": torch.ones(3, 5, 5)}, "must be torch.bool"),
        ({"mask": torch.ones(2, 5, 5).bool()}, r"must be torch.bool \(3, 5, 5\)"),
        ({"mask": [torch.ones(3, 5, 5).bool()]}, "1 masks were given for 2 layers"),
        ({"texts": []}, "0 sentences"),
        ({"texts": ["a " * 65]}, "a sentence has 65 words"),
        (
            {"attention": "sideways"},
            "no attention map 'sideways'; its maps are encoder, decoder, cross",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused(translator, arguments, message):
    with pytest.raises(ValueError, match=message):
        mask_painter(translator, **{"texts": TEXTS, **arguments})
