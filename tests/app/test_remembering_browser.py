"""A term opens its sentence; what was recalled is kept in the browser, and asked again when it is due."""

import json
from datetime import date, timedelta

from tests.kit.app import still

KEPT = 'JSON.parse(localStorage.getItem("glassbox-progress")).lessons'


def test_a_term_is_explained_and_what_is_answered_and_recalled_is_kept(page, app):
    """A term opens its sentence and leaves the address; a prediction counts once it is answered; a card
    comes back, and what is kept may be damaged."""
    page.goto(f"{app.url}/tokens")
    still(page)
    before, term = page.url.partition("#term")[0], page.locator('a[href*="#term-"]').first
    page.locator(".sentence").wait_for(state="attached")  # whoever opens it is there
    term.focus()
    page.keyboard.press("Enter")  # by keyboard as by mouse
    sentence = page.locator(".sentence:popover-open")
    sentence.wait_for()
    assert sentence.locator("b").inner_text().lower() in term.inner_text().lower()
    box, word = sentence.bounding_box(), term.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= page.viewport_size["width"]
    assert box["y"] >= word["y"] + word["height"] or box["y"] + box["height"] <= word["y"]
    page.keyboard.press("Escape")
    sentence.wait_for(state="hidden")
    assert "#term" not in page.url and page.url.startswith(before.partition("#")[0])

    assert page.evaluate("localStorage.getItem('glassbox-progress')") is None
    page.locator('[class*="st-key-predict-tokens-"] button').first.click()
    page.wait_for_function(f"Boolean(localStorage['glassbox-progress'] && {KEPT}.tokens)")
    assert list(page.evaluate(KEPT)["tokens"]["predicted"]) == ["tokens"]
    still(page)

    page.get_by_text("Recall", exact=True).click()
    card = page.locator("details.card").first
    card.locator("summary").click()
    page.evaluate("dispatchEvent(new StorageEvent('storage', { key: 'another' }))")
    card.get_by_role("button", name="I knew it").click()  # the card is still open
    tomorrow = (date.today() + timedelta(1)).isoformat()
    card.get_by_text(f"again {tomorrow}").wait_for()
    (kept,) = page.evaluate(KEPT)["tokens"]["recall"].values()
    assert kept == {"step": 1, "next": tomorrow}
    page.evaluate("localStorage.setItem('glassbox-progress', '{broken')")  # damaged: begins anew
    page.reload()
    still(page)
    page.get_by_text("Recall", exact=True).click()
    card.locator("summary").click()
    card.get_by_role("button", name="Not yet").click()
    card.get_by_text(f"again {tomorrow}").wait_for()
    assert json.dumps(page.evaluate(KEPT)).count('"step": 0') == 1
