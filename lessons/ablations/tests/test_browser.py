"""The picture of an ablation in a real browser: offline, by mouse and keys, both themes, narrow; the
app. (A training without a part is watched in `training/test_travel_browser.py`, in the app that it has.)"""

from itertools import product

import pytest
from playwright.sync_api import expect

from lessons.ablations.figures.ablation import ablation
from transformer.weights import load


@pytest.fixture(scope="module")
def figures():
    return {
        "mask": ablation(load("reverse"), "mask", load("reverse_without_mask")),
        "head": ablation(
            load("english_french"),
            "head",
            load("english_french_without_head"),
            head=3,
            sentences=100,
        ),
    }


@pytest.fixture
def show(browser, tmp_path):
    """Open a saved figure with networking off; any error or request fails the test."""
    contexts, problems = [], []

    def function(figure, address="", width=1180, dark=False):
        path = figure.save(tmp_path / f"figure{len(contexts)}.html")
        scheme = "dark" if dark else "light"
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        context.set_offline(True)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith("file:") else problems.append(r.url))
        page.goto(f"file://{path}{address}")
        page.locator(".ablation .big").first.wait_for()
        page.locator(".gb").focus()  # only a figure with the focus gets keys
        return page

    yield function
    assert problems == []
    for context in contexts:
        context.close()


def test_three_columns_with_numbers_maps_and_outputs(show, figures):
    page = show(figures["mask"])
    assert page.locator(".ablation .big").all_inner_texts() == ["99.8%", "99.8%", "0.0%"]
    found = page.locator(".ablation .found").all_inner_texts()
    assert found == [
        "no difference seen",
        "broken: under half the accuracy",
    ]
    expect(page.locator(".ablation")).to_contain_text(
        "Not one of the 1,000 outputs changed.", use_inner_text=True
    )
    values = figures["mask"].arrays["map whole 2 0"].values
    cells = page.locator("[data-column=whole] .cell")
    expect(cells).to_have_count(values.size)
    drawn = [float(cells.nth(k).get_attribute("data-weight")) for k in range(values.size)]
    assert drawn == pytest.approx(values.ravel().tolist(), abs=1e-6)


def test_the_decoders_map_is_hatched_where_the_mask_hides(show, figures):
    page = show(figures["mask"])
    page.get_by_role("button", name="decoder self-attention").click()
    hidden = page.locator("[data-column=whole] .cell[data-weight=hidden]")
    rows = figures["mask"].arrays["map whole 1 0"].values.shape[0]
    expect(hidden).to_have_count(rows * (rows - 1) // 2)
    assert "url(#" in hidden.first.get_attribute("fill")
    expect(page.locator("[data-column=off] .cell[data-weight=hidden]")).to_have_count(0)
    hidden.first.hover()
    expect(page.locator("[data-column=whole] .read")).to_contain_text(
        "⟨start⟩ may not attend to", use_inner_text=True
    )


def test_a_click_and_the_keys_choose_the_sentence_and_the_address_keeps_it(show, figures):
    page = show(figures["head"])
    examples = page.locator(".example")
    expect(examples).to_have_count(6)
    examples.nth(2).click()
    assert examples.nth(2).get_attribute("aria-pressed") == "true"
    page.locator(".ablation h2").first.hover()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("m")
    assert examples.nth(3).get_attribute("aria-pressed") == "true"
    for _ in range(60):  # the address is written when the hand rests
        if page.url.endswith("=3/0"):
            break
        page.wait_for_timeout(50)
    assert page.url.endswith("=3/0")
    again = show(figures["head"], page.url.partition(".html")[2])
    assert again.locator(".example").nth(3).get_attribute("aria-pressed") == "true"
    column = figures["head"].header["columns"][1]
    marked = again.locator("[data-column=off] .writes .wrong").all_inner_texts()
    target = figures["head"].header["examples"][3]["target"]
    wrong = [w for w, t in zip(column["outputs"][3], target, strict=False) if w != t]
    assert marked[: len(wrong)] == wrong and wrong


def test_nothing_sticks_out(show, figures):
    for name in figures:
        page = show(figures[name])
        for width, scheme in product((1440, 1024, 700, 560), ("light", "dark")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            # A figure that lays itself out anew does so after the window: wait until it fits.
            page.wait_for_function(
                """(width) => { const root = document.querySelector('[data-glassbox]').shadowRoot;
                const wide = [...root.querySelectorAll('.column')].filter((c) => c.scrollWidth > c.clientWidth + 1);
                return innerWidth === width && document.documentElement.scrollWidth <= width && !wide.length; }""",
                arg=width,
            )


def test_the_app_uncovers_after_the_predictions_and_by_the_address(page, app):
    page.goto(f"{app.url}/ablations")
    page.locator(".ablation .big").first.wait_for()
    expect(page.locator(".ablation .big")).to_have_count(1)
    expect(page.get_by_text("Make a prediction to see this.")).to_have_count(2)
    assert page.get_by_role("button", name="Train it here").is_disabled(), "predict first"
    for question in range(2):
        groups = page.locator(".st-key-predict [data-testid=stButtonGroup]")
        groups.nth(question).locator("button").first.click()
        groups.nth(question).locator("[aria-checked=true]").wait_for()
    page.locator(".ablation .big").nth(2).wait_for()
    expect(page.get_by_text("Make a prediction to see this.")).to_have_count(0)
    address = "ablations?ablations-show=true&ablations-part=the+causal+mask"
    page.goto(f"{app.url}/{address}")
    page.locator(".ablation .big").nth(2).wait_for()
    assert page.locator(".ablation .big").all_inner_texts()[2] == "0.0%"
