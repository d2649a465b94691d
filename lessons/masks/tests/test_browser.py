"""The masks page in a real browser: a mask is painted, the model reads under it, and a link keeps it."""

import math
import re

from playwright.sync_api import expect

from lessons.masks import ASKED
from tests.kit.app import still

LEFT, RIGHT = (f".halves > div:nth-child({n})" for n in (1, 2))


def test_a_painted_mask_goes_to_the_model_and_into_the_link(page, app):
    page.goto(f"{app.url}/masks?answered=true")
    summary, cells = page.locator(".told"), page.locator(f"{LEFT} .cells > rect")
    expect(page.locator(".presets [aria-pressed=true]").first).to_have_text("padding")
    still(page)
    page.get_by_role("button", name="what moves what", exact=True).click()
    page.get_by_role("button", name="all layers", exact=True).click()
    expect(summary).to_contain_text("17 pairs may move, and 17 of them do")
    first, last = (cells.nth(n).bounding_box() for n in (5, 9))
    middle = {name: box["x"] + box["width"] / 2 for name, box in (("a", first), ("b", last))}
    page.mouse.move(middle["a"], first["y"] + 10)
    page.mouse.down()
    page.mouse.move(middle["b"], first["y"] + 10, steps=9)
    page.mouse.up()
    # “cat” looks nowhere in either layer: only the residual moves it, and the model was asked.
    expect(summary).to_contain_text("15 pairs may move, and 15 of them do")
    page.get_by_role("button", name="weights", exact=True).click()
    expect(summary).to_contain_text("“cat” has no word left to attend to")
    page.wait_for_function("/weights.*\\/x[0-9a-f]+/.test(location.hash)")
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".told")).to_contain_text("“cat” has no word left to attend to")
    still(page)
    page.get_by_role("button", name="what moves what", exact=True).click()
    expect(page.locator(".told")).to_contain_text("No forbidden pair moves")


def test_64_words_do_not_touch_and_the_mask_that_is_asked_about_is_open(page, app):
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{app.url}/masks?masks-text={'+'.join(['the', 'street'] * 32)}")
    tops = page.locator(f"{LEFT} svg.tops text")
    expect(tops).to_have_count(64)
    angle = float(re.match(r"rotate\(-([\d.]+)", tops.first.get_attribute("transform"))[1])
    first, second = (float(tops.nth(n).get_attribute("x")) for n in (0, 1))
    apart = (second - first) * math.sin(math.radians(angle))
    assert apart >= 0.99 * float(tops.first.get_attribute("font-size"))

    still(page)
    page.get_by_text("Find the leak", exact=True).first.click()
    chosen = page.locator(".st-key-masks-letter [aria-checked=true]")
    expect(chosen).to_have_text(f"mask {ASKED}")
    expect(page.locator(".st-key-predict")).to_contain_text(f"Under mask {ASKED}")
    # The orange sample and its words stand on one line.
    sample, text = (page.locator(selector).last for selector in (".legend i.leak", ".legend .both"))
    expect(text).to_be_visible()  # the picture of before goes in its own time
    assert sample.bounding_box()["y"] >= text.bounding_box()["y"]
    assert text.bounding_box()["height"] < 24
