"""Attention by hand: its numbers are attention's own, and one steps through them."""

import math

import numpy as np
import pytest
import torch

from lessons.attention.figures.three_inputs import three_inputs
from lessons.attention.measure import three_inputs as layer
from transformer.attention import attention


@pytest.fixture(scope="module")
def figure():
    return three_inputs()


def values(figure, name: str) -> torch.Tensor:
    return torch.from_numpy(figure.arrays[name].values)


def test_the_numbers_of_the_article(figure):
    assert values(figure, "scores")[0].tolist() == [2, 4, 4]
    np.testing.assert_allclose(values(figure, "weights")[0], [0.0634, 0.4683, 0.4683], atol=5e-5)
    exact = [[1.9366, 6.6831, 1.5951], [2.0000, 7.9640, 0.0540], [1.9997, 7.7599, 0.3584]]
    np.testing.assert_allclose(values(figure, "head_output"), exact, atol=5e-5)


def test_both_ways_are_attention(figure):
    """With the division it is attention itself; without it, attention of a query √d_k times as long."""
    query, key, value = (layer.x @ matrix for matrix in (layer.W_Q, layer.W_K, layer.W_V))
    for name, tensor in (("query", query), ("key", key), ("value", value)):
        torch.testing.assert_close(values(figure, name), tensor)
    divided, plain = values(figure, "head_output divided"), values(figure, "head_output")
    torch.testing.assert_close(divided, attention(query, key, value))
    torch.testing.assert_close(plain, attention(query * math.sqrt(3), key, value))
    assert (divided - plain).abs().max() > 0.1


def test_what_the_arithmetic_shows_gives_the_weights(figure):
    for ending in ("", " divided"):
        powers, sums = values(figure, f"powers{ending}"), values(figure, f"sums{ending}")
        torch.testing.assert_close(powers / sums[:, None], values(figure, f"weights{ending}"))


def test_a_step_that_is_left_out_cannot_be_opened(figure):
    with pytest.raises(ValueError, match="divide=True"):
        figure.at(step=5)
    assert figure.at(step=5, divide=True).header["start"]["step"] == 5


def test_one_steps_through_it_and_the_division_is_a_switch(figure, show):
    shown = show(figure, width=1000)
    keys = shown.page.keyboard
    assert shown.pressed("step") == "Q"
    seen = ["Q"]
    for _ in range(5):
        keys.press("ArrowRight")
        seen.append(shown.pressed("step"))
    assert seen == ["Q", "K", "V", "scores", "softmax", "output"]  # the deck does not divide
    rounded = "0, 0.5, 0.5 and obtains 2, 7, 1.5. Exact: 1.9366, 6.6831, 1.5951"
    assert rounded in shown.text(".lead")
    assert shown.text(".sum-of").endswith("0.0634 · 1 + 0.4683 · 2 + 0.4683 · 2 = 1.9366")
    keys.press("d")
    assert shown.text(".sum-of").endswith("= 1.8639") and "1.5" not in shown.text(".lead")
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    assert shown.text(".sum-of").endswith("2 ÷ √3 = 2 ÷ 1.7321 = 1.1547")
    shown.at("scaled/1/1/1")
    keys.press("d")
    assert shown.pressed("step") == "softmax", "a step that is left out is left"


def test_a_click_shows_how_a_number_is_computed(figure, show):
    shown = show(figure, "#figure=scores/1/1/0", width=1000)
    shown.run("root.querySelectorAll('.body')[2].scrollIntoView()")
    shown.page.locator(".body").nth(2).click(position={"x": 100, "y": 20})
    assert shown.text(".sum-of").endswith("1 · 4 + 0 · 4 + 2 · 0 = 4")
    shown.at("scores/1/2/0")
    shown.page.keyboard.press("Shift+ArrowDown")
    assert shown.text(".sum-of").endswith("2 · 4 + 2 · 4 + 2 · 0 = 16")


def test_it_plays_to_the_end(figure, show):
    shown = show(figure)
    shown.page.get_by_role("button", name="play").click()
    shown.later(60_000)
    assert shown.pressed("step") == "output"


def test_who_reads_on_sees_the_picture_of_what_is_read(figure, show):
    shown = show(figure, width=1440, height=700)
    step = lambda: shown.pressed("step")  # noqa: E731
    paragraphs = shown.texts(".story li p")
    assert len(paragraphs) == 6 and "queries" in paragraphs[0] and "e(s)" not in paragraphs[4]
    assert shown.texts(".lead") == [] and shown.text(".story .on p") == paragraphs[0]
    shown.page.mouse.move(300, 400)
    shown.page.mouse.wheel(0, 5000)
    shown.wait(lambda: step() == "output")
    assert shown.text(".story .on p").startswith("The output is")
    # The picture has stayed in sight, and its buttons lead the text.
    assert 0 <= shown.run("root.querySelector('.bar').getBoundingClientRect().top") < 700
    shown.page.keyboard.press("ArrowLeft")
    assert step() == "softmax" and shown.text(".story .on p") == paragraphs[4]
    shown.page.mouse.wheel(0, -5000)
    shown.wait(lambda: shown.run("scrollY") == 0)
    assert step() == "Q"
    shown.page.locator(".story button", has_text="scores").click()
    shown.page.mouse.wheel(0, 120)  # past the first step or two: who has chosen one stays there
    shown.wait(lambda: shown.run("scrollY") == 120)
    assert step() == "scores"
    # Without room for both the sentence stands above its picture.
    shown.page.set_viewport_size({"width": 1000, "height": 700})
    shown.wait(lambda: shown.texts(".lead") == [paragraphs[3]])
    assert shown.texts(".story li") == []
