"""The picture of all heads and that of values carried over, in a browser: clicked, dragged, keyed, linked."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from lessons.heads import CHANGED, SENTENCE
from lessons.heads.figures.head_grid import head_grid
from lessons.heads.figures.head_sum import head_sum
from lessons.heads.figures.patch_map import patch_map
from transformer.measure.answer import answer
from transformer.measure.attention.head_roles import head_roles


@pytest.fixture(scope="module")
def measured(trained):
    return head_roles(trained)


@pytest.fixture(scope="module")
def grid(trained, measured):
    return head_grid(trained, measured, SENTENCE)


@pytest.fixture(scope="module")
def patches(trained):
    return patch_map(trained, SENTENCE, CHANGED)


def test_all_heads_a_click_enlarges_one_and_keys_go_on(show, grid, measured):
    shown = show(grid)
    tiles, panel = shown.page.locator(".map-tile"), shown.page.locator(".told")
    expect(tiles).to_have_count(18)
    labels = [head.label for head in measured.heads]
    for text, label in zip(shown.texts(".map-tile b"), labels, strict=True):
        assert text.startswith(label or "no clear pattern")
    expect(shown.page.locator(".read").first).to_contain_text("3 of 18 heads have a clear pattern")
    expect(panel).to_contain_text("pronoun → noun, 0.99")
    tiles.nth(3).click()  # encoder, layer 1, head 4
    expect(panel).to_contain_text("No clear pattern.")
    scores = sorted(
        (float(s) for s in grid.arrays["encoder.layers.0.self_attention.scores"].values[3]),
        reverse=True,
    )
    assert shown.page.locator(".meters").first.locator(".meter b").all_text_contents() == [
        f"{score:.2f}" for score in scores
    ]
    shown.page.keyboard.press("ArrowDown")
    shown.at("2/4")
    for _ in range(4):
        shown.page.keyboard.press("ArrowDown")
    shown.at("6/1")  # cross-attention has one head
    expect(panel).to_contain_text("aligned word, 1.00")


def test_what_the_heads_write_has_a_length_and_adds_up(show, trained):
    figure = head_sum(trained, SENTENCE).at(layer=2, word=9)
    path = "encoder.layers.1.self_attention"
    total = figure.arrays[f"{path}.total"].values  # (word, part, d_model): heads, bias, their sum
    np.testing.assert_allclose(total[:, :-1].sum(1), total[:, -1], atol=1e-5)
    answered = answer(trained, trained.source_vocabulary.encode(SENTENCE.split()))
    np.testing.assert_array_equal(total[:, -1], answered.trace.one(f"{path}.output")[0].numpy())
    shown = show(figure)

    def lengths(word: int) -> list[str]:
        return [f"{np.linalg.norm(row):.2f}" for row in total[word]]

    assert shown.texts(".strips.rows i") == lengths(8)
    shown.page.get_by_role("button", name="animal").click()
    assert shown.texts(".strips.rows i") == lengths(1)
    shown.at("2/2")
    shown.page.locator(".strips.rows canvas").first.hover(position={"x": 2, "y": 5})
    expect(shown.page.locator(".pointed")).to_contain_text(re.compile("^head 1, number 1: "))
    value = float(shown.text(".pointed").split(": ")[1].replace("−", "-"))
    assert value == pytest.approx(total[1, 0, 0], abs=6e-5)
    shown.page.keyboard.press("ArrowDown")  # decoder, which reads other words
    shown.at("3/2")


def test_a_value_is_dragged_from_one_sentence_into_the_other(show, patches):
    shown = show(patches)
    panel = shown.page.locator(".patch-said")
    expect(panel).to_contain_text("Nothing is patched yet.")
    donor, base = (
        shown.page.locator(f".patch-table.{side} .patch-cell[data-row='2'][data-at='8']")
        for side in ("donor", "base")
    )
    donor.drag_to(base)
    change, after = (
        float(patches.arrays[f"source.{name}"].values[0, 2, 8]) for name in ("change", "after")
    )
    expect(panel).to_have_text(
        re.compile(
            rf"“it”, encoder 1, \+ feed-forward: from 7\.59 to −{-after:.2f}, a change of −{-change:.2f}\. The model writes “elle”\."
        )
    )
    expect(base).to_have_text(f"−{-change:.1f}")
    expect(shown.page.locator(".patch-cell.seen")).to_have_count(1)
    shown.at("source/1/3/9/written")
    # let go anywhere else, nothing is written
    shown.page.locator(".patch-table.donor .patch-cell[data-row='1'][data-at='3']").drag_to(
        shown.page.locator(".line-of")
    )
    expect(shown.page.locator(".patch-cell.seen")).to_have_count(1)


def test_keys_write_too_and_nothing_changed_is_said(show, patches):
    shown = show(patches, "#figure=source/1/1/11/open")
    panel = shown.page.locator(".patch-said")
    shown.page.locator(".patch-axis").hover()
    shown.page.keyboard.press("Enter")  # "too", in the embedding
    expect(panel).to_contain_text("no change, because both sentences have exactly the same value")
    shown.page.keyboard.press("ArrowDown")
    shown.page.keyboard.press("Enter")
    expect(panel).to_contain_text("almost no change. The model still writes “il”.")
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("ArrowUp")
    shown.page.keyboard.press("Enter")
    expect(panel).to_contain_text("The model writes “elle”.")
    shown.page.keyboard.press("a")
    rows = patches.header["kinds"][0]["rows"]
    expect(shown.page.locator(".patch-cell.seen")).to_have_count(12 * len(rows))
    shown.page.get_by_role("button", name="heads").click()
    shown.page.get_by_role("button", name="into “wide”").click()
    values = patches.arrays["heads.change"].values[1]
    shown_value = shown.text(".patch-table.base .patch-cell[data-row='1'][data-at='0']")
    assert float(shown_value) == pytest.approx(values[1, 0], abs=0.06)
    shown.at("heads/2/1/1/all")
