"""The figures of the positions lesson in a real browser: preview, drag, keys, address; and the app."""

import base64
import math
import re

import numpy as np
import pytest
import torch
from playwright.sync_api import expect

from lessons.figures.kit.figure import bundle
from lessons.figures.length_curve import length_curve
from lessons.positions.figures.position_lab import learned_table, position_lab
from lessons.positions.figures.position_lab.tables import SCHEMES, Setting
from lessons.positions.figures.score_parts import score_parts_map
from lessons.positions.figures.slide_check import slide_check
from lessons.positions.figures.word_order import word_order
from lessons.positions.slides import explain_slips, slides
from transformer import positions
from transformer.weights import load

SENTENCE = "the cat never sleeps"


@pytest.fixture(scope="module")
def learned():
    return load("reverse_learned")


# --- the preview is what Python computes -----------------------------------------------------------

TRIED = [(n, d, b) for n, d in ((1, 2), (5, 4)) for b in (1e4, 1000.0, 1.0, 7.5)]
TRIED += [(16, 10, 7.5), (16, 10, 1e4), (33, 64, 1000.0)]
TRIED += [(2, 2, 1e300), (128, 64, 1e4), (4, 4, 1e-3), (9, 512, 1e4)]
REFUSED = [(5, 3, 1e4), (3, 1, 1.0), (5, 4, 0.0), (5, 4, -2.0), (5, 4, math.nan), (9, 2, 1e4)]
REFUSED += [
    (0, 4, 1e4),
    (129, 4, 1e4),
    (5, 0, 1e4),
    (5, 513, 1e4),
    (math.nan, 4, 1e4),
    (12, 4, 1e4),
]


def test_the_preview_is_what_python_computes(browser, learned):
    page = browser.new_page()
    tools = "globalThis.tools = { preview, refusal, diagonalSpread, arraysOf, say };"
    page.add_script_tag(content=f"{bundle('position_lab')}\n{tools}")
    table = learned_table(learned)
    header = position_lab(Setting(), learned, 10).complete_header
    page.evaluate(
        "([header, rows]) => Object.assign(globalThis, { header, rows })", [header, table.tolist()]
    )
    # Numbers come back as the bytes of float32: many of them, and exact.
    run = """(settings) => settings.map((setting) => {
      const { rows: n, size } = header.learned;
      for (const name of ["positions", "dimensions", "base"]) setting[name] ??= NaN;
      const why = tools.refusal(setting, header);
      if (why) return { refused: tools.say(header.reasons[why[0]], why[1]) };
      const arrays = tools.preview(setting, { sizes: [n, size], at: (i, j) => rows[i][j] });
      const text = ({ values }) => btoa(new Uint8Array(values.buffer).reduce((s, b) => s + String.fromCharCode(b), ""));
      const encoded = Object.entries(arrays).map(([name, array]) => [name, text(array)]);
      return { refused: "", spread: tools.diagonalSpread(arrays.products), ...Object.fromEntries(encoded) };
    })"""
    compared = 0
    for scheme in SCHEMES:
        settings = [Setting(scheme, *numbers) for numbers in TRIED + REFUSED]
        figures = [position_lab(setting, learned, 10) for setting in settings]
        answers = page.evaluate(run, [figure.header["setting"] for figure in figures])
        for setting, figure, answer in zip(settings, figures, answers, strict=True):
            assert answer["refused"] == figure.header["refused"], setting
            if answer["refused"]:
                continue
            for name in ("table", "products", "bits", "wavelengths", "kernel"):
                assert (name in figure.arrays) == (name in answer), name
                if name in answer:
                    right = figure.arrays[name].values.flatten()
                    shown = np.frombuffer(base64.b64decode(answer[name]), "<f4")
                    size = 2e-6 * max(1, np.abs(right).max())  # float32 keeps seven digits
                    assert np.allclose(shown, right, rtol=0, atol=size), (setting, name)
                    compared += len(right)
            assert answer["spread"] == pytest.approx(figure.header["spread"], rel=1e-5, abs=1e-4)
    assert compared > 50_000
    page.close()


def test_what_is_drawn_while_dragging_is_called_a_preview(show):
    shown = show(position_lab())
    for k in range(20):
        shown.drag("base", 2 + k / 8)
    assert "preview" in shown.text(".state")


# --- the lab ---------------------------------------------------------------------------------------


def test_dragging_is_a_preview_and_coming_back_is_pythons(show):
    shown = show(position_lab(Setting("sinusoidal", 5, 4)))
    assert shown.text(".state") == "exact"
    shown.page.get_by_role("button", name="Dot products").click()
    assert "largest difference" in shown.text(".panel:nth-child(2)")
    shown.page.get_by_text("More: other encodings").click()
    shown.drag("positions n", 6)
    assert shown.text(".state") == "browser preview"
    assert "Python does not run" in shown.text(".card") and "Python does not run" in shown.text(
        ".panel"
    )
    expect(shown.page.get_by_text("recompute(")).to_have_count(0)
    shown.drag("positions n", 5)
    assert shown.text(".state") == "exact"


def test_clicked_cells_open_their_arithmetic(show):
    shown = show(position_lab(Setting("sinusoidal", 5, 4)))
    heat = shown.page.locator(".heat canvas")
    box = heat.nth(0).bounding_box()
    heat.nth(0).click(position={"x": box["width"] * 2.5 / 4, "y": box["height"] * 3.5 / 5})
    panel = shown.text(".panel")
    assert "sin(3 / 10000^(2/4))" in panel and "sin(3 / 100)" in panel and "0.029996" in panel
    expect(heat, "one question a view").to_have_count(1)
    shown.page.get_by_role("button", name="Dot products").click()
    box = heat.nth(0).bounding_box()
    heat.nth(0).click(position={"x": box["width"] * 4.5 / 5, "y": box["height"] * 0.5 / 5})
    panel = shown.text(".panel")
    assert "position 0 · position 4" in panel and "0.345" in panel and "−0.7568" in panel
    assert "PE(p + 4) = M · PE(p)".replace("p", "p") in shown.text(".panel:nth-child(2)")
    text = shown.text(".card")
    assert "position 4 (0.3456) is more similar to position 0 than position 3 (0.0096)" in text
    shown.at("sinusoidal/5/4/10000/products/product/0/2/4")


def test_an_edited_formula_gets_no_arithmetic_that_does_not_add_up(show, monkeypatch):
    """A student changes the exponent; the cell then says so instead of the paper's lines."""
    real = positions.frequencies
    monkeypatch.setattr(positions, "frequencies", lambda d, base=1e4: real(d, base).sqrt())
    shown = show(position_lab(Setting("sinusoidal", 5, 4)))
    heat = shown.page.locator(".heat canvas").first
    box = heat.bounding_box()
    heat.click(position={"x": box["width"] * 0.5 / 4, "y": box["height"] * 3.5 / 5})
    assert "sin(3 / 10000^(0/4))" in shown.text(".panel"), "pair 0 is what it was"
    heat.click(position={"x": box["width"] * 2.5 / 4, "y": box["height"] * 3.5 / 5})
    panel = shown.text(".panel")
    assert "disagrees with the formula, which gives 0.029996" in panel and "10000^" not in panel
    assert "0.295520" in panel, "sin(3 / 10): what the changed code makes"


def test_keys_and_address_of_the_lab(show):
    shown = show(position_lab())
    shown.page.locator(".card").hover()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "v"):
        shown.page.keyboard.press(key)
    shown.at("sinusoidal/64/64/10000/products/product/2/2/0")
    for key in ("v", "s"):
        shown.page.keyboard.press(key)
    shown.at("concatenated/64/64/10000/waves/table/2/2/0")
    shown.page.reload()
    expect(shown.page.locator(".wave")).to_have_count(7 + 6)
    assert "position 2, dimension 2" in shown.text(".panel")
    shown = show(position_lab(), "#figure=nonsense/NaN/-1/x/y/z/99/99/99")
    assert shown.text(".state") == "exact"
    shown = show(position_lab(), "#figure=sinusoidal/5/3/1e999/products/table/99/99/99")
    assert "odd" in shown.text(".refused")
    shown.page.get_by_text("More: other encodings").click()
    box = shown.page.get_by_label("dimensions d").nth(1)
    box.fill("4")
    assert "positive number" in shown.text(".refused")
    shown.page.get_by_label("base", exact=True).nth(1).fill("1")
    expect(shown.page.locator(".heat")).to_have_count(1)
    shown.page.get_by_role("button", name="n 5, d 4").click()
    shown.page.get_by_role("button", name="Dot products").click()
    expect(shown.page.locator(".heat")).to_contain_text("1.5403")


def test_it_fits_at_its_largest(show, learned):
    """What the contract of all figures sees small."""
    for lab in (
        position_lab(Setting("unpaired", 128, 128)),
        position_lab(Setting("learned", 11), learned, 10),
    ):
        shown = show(lab)
        shown.fits(1024, dark=True)
        shown.fits(400)


# --- the other figures -------------------------------------------------------------------------------


def test_judging_a_slide(show):
    shown = show(slide_check(slides(), explain_slips))
    expect(shown.page.locator(".printed .is"), "told too early").to_have_count(0)
    shown.page.locator(".printed tbody td").nth(4 + 2).locator("button").click()
    assert "= sin(1 / 100)" in shown.text(".panel").replace("\n", " ")
    assert "?" in shown.text(".panel")
    shown.page.get_by_role("button", name="Slip", exact=True).click()
    assert shown.text(".printed .is") == "0.0100" and "Yes, a slip" in shown.text(".panel")
    shown.page.keyboard.press("ArrowLeft")
    shown.page.keyboard.press("x")
    assert "No, it is right" in shown.text(".panel")
    expect(shown.page.locator(".printed .wrongly")).to_have_count(1)
    assert "2 of 20 judged, 1 correctly. Slips found: 1." in shown.text(".verdict")
    shown.at(r"table/1/1/-----xx-+")
    shown.page.reload()
    assert "2 of 20 judged" in shown.text(".verdict")
    assert "divided by 600" not in shown.text(".card")
    shown.page.get_by_role("button", name="Show all").click()
    assert "divided by 600" in shown.text(".card")
    expect(shown.page.locator(".printed .slip")).to_have_count(8)


def test_four_maps_and_their_sum(show):
    figure = score_parts_map(load("english_french"), SENTENCE)
    shown = show(figure, "#figure=1/1/2/3")
    maps = figure.header["choices"][0]["values"]
    values = [figure.arrays[name].values[0, 1, 2] for name in maps]
    panel = shown.text(".panel")
    for value in values:
        assert f"{value:.4f}".replace("-", "−") in panel
    shown.page.locator(".thumb").nth(5).click()
    shown.at("6/1/2/3")
    shown.page.keyboard.press("h")
    shown.at("6/2/2/3")
    real = figure.arrays["scaled"].values[1]
    cells = shown.texts(".cells text")
    cells = [float(c.replace("−", "-")) for c in cells if c]
    assert cells == pytest.approx(real.ravel(), abs=0.006)
    terms = [float(c.replace("−", "-")) for c in shown.texts(".thumb b")]
    right = [figure.arrays[name].values[1, 1, 2] for name in maps]
    assert terms == pytest.approx(right, abs=0.006), (
        "each small map says its part of the chosen cell"
    )
    spreads = [float(text) for text in shown.texts(".bars .amount")]
    assert spreads == pytest.approx(figure.arrays["spread"].values[1], abs=0.006)
    assert "add up to the model’s own scores" in shown.text(".verdict.good")


@pytest.mark.slow
def test_length_is_dragged_past_training(show, learned):
    figure = length_curve([load("reverse"), learned], 10)
    shown = show(figure)
    assert "a length seen in training" in shown.text(".gb")
    cursor = "document.querySelector('.chart-cursor').style.left"
    shown.wait(lambda: shown.later(50) or shown.page.locator(".chart-cursor").count() == 1)
    before = shown.page.evaluate(cursor)
    shown.drag("length", 12)  # the thirteenth
    assert shown.page.evaluate(cursor) != before, "it follows at once"
    text = shown.text(".gb")
    assert "4 more than any string in training" in text and "needs 14 positions" in text
    wrote = figure.header["schemes"][0]["rows"][12]["letters"]
    row = shown.page.locator(".sentence.even").nth(2)
    assert [t for t in row.locator(".word").all_text_contents() if t != "·"] == wrote
    right = figure.header["right"][12]
    wrong = sum(a != b for a, b in zip(wrote, right, strict=False)) + len(right) - len(wrote)
    expect(row.locator(".mark-w")).to_have_count(wrong)
    # a click on a point of a curve goes to its length
    shown.page.evaluate(
        "document.querySelector('.js-plotly-plot').emit('plotly_click', {points: [{x: 11}]})"
    )
    shown.at("11")
    shown.drag("length", 12)
    shown.page.keyboard.press("ArrowRight")
    shown.at("15")


def test_a_saved_order_cannot_be_changed(show):
    shown = show(word_order(load("english_french"), SENTENCE, (1, 0, 2, 3)))
    assert shown.page.locator(
        ".tile:disabled"
    ).count() == 4 and "Python does not run" in shown.text(".card")
    assert (
        shown.page.locator(".verdict.good").count()
        == shown.page.locator(".verdict.bad").count()
        == 1
    )


# --- the app -----------------------------------------------------------------------------------------


def test_in_the_app_python_answers(page, app):
    """From an address that names a setting, to what is dragged, chosen, typed and shuffled."""
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    place = "rotary/9/6/100/products/product/2/1/5"
    query = "positions-part=Positional+encodings"
    page.goto(f"{app.url}/positions?{query}#positions-figure-lab={place}")
    page.get_by_role("button", name="Show it").click()  # the question is open, and covers the lab
    page.get_by_text("exact", exact=True).wait_for()
    page.get_by_text("position 2 · position 5").wait_for()
    kernel = torch.cos(3 * 100.0 ** (-2 * torch.arange(3) / 6)).sum() * 2
    expect(page.locator(".panel").first).to_contain_text(
        f"{float(kernel):.5f}", use_inner_text=True
    )

    page.get_by_text("More: other encodings").click()
    slider = page.get_by_label("positions n").first
    for n in ("10", "11"):
        slider.press("ArrowRight")  # the keys of a slider are its own, and each lets it go
        expect(slider).to_have_value(n)
        page.get_by_text("exact", exact=True).wait_for()
    page.get_by_role("button", name="Recompute").click()
    page.get_by_text(re.compile("✓ difference")).wait_for()
    page.get_by_role("button", name="Exponent i/d", exact=True).click()
    page.get_by_text(re.compile("No such M exists: the best least-squares fit")).wait_for()
    page.get_by_label("dimensions d").nth(1).fill("5")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Sinusoidal", exact=True).click()
    page.get_by_text("d = 5 is odd").wait_for()
    page.locator(".st-key-replied").wait_for()
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("0.3456").first.wait_for()

    page.get_by_text("Word order", exact=True).click()
    page.locator(".st-key-asked").get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Reset", exact=True).click()
    page.get_by_text("Nothing is shuffled yet").first.wait_for()
    page.get_by_role("button", name="animal", exact=True).click()
    page.get_by_role("button", name="street", exact=True).click()
    page.get_by_text("Not equal").wait_for()
    assert page.locator(".tile.moved").all_text_contents() == ["street", "animal"]
    assert problems == []
