"""The masks page in a real browser: a mask is painted, the model reads under it, and a link keeps it."""

from playwright.sync_api import expect

from tests.kit.app import still

LEFT, RIGHT = (f".halves > div:nth-child({n})" for n in (1, 2))


def test_a_painted_mask_goes_to_the_model_and_into_the_link(page, app):
    page.goto(f"{app.url}/masks?answered=true")
    told, cells = page.locator(".told"), page.locator(f"{LEFT} .cells > rect")
    expect(page.locator(".presets [aria-pressed=true]").first).to_have_text("padding")
    still(page)
    page.get_by_role("button", name="what moves what", exact=True).click()
    page.get_by_role("button", name="all layers", exact=True).click()
    expect(told).to_contain_text("17 pairs may move, and 17 do")
    first, last = (cells.nth(n).bounding_box() for n in (5, 9))
    middle = {name: box["x"] + box["width"] / 2 for name, box in (("a", first), ("b", last))}
    page.mouse.move(middle["a"], first["y"] + 10)
    page.mouse.down()
    page.mouse.move(middle["b"], first["y"] + 10, steps=9)
    page.mouse.up()
    # “cat” looks nowhere in either layer: only the residual moves it, and the model was asked.
    expect(told).to_contain_text("15 pairs may move, and 15 do", timeout=30000)
    page.get_by_role("button", name="weights", exact=True).click()
    expect(told).to_contain_text("“cat” has nothing left to look at")
    page.wait_for_function("/weights.*\\/x[0-9a-f]+/.test(location.hash)")
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".told")).to_contain_text(
        "“cat” has nothing left to look at", timeout=30000
    )
    still(page)
    page.get_by_role("button", name="what moves what", exact=True).click()
    expect(page.locator(".told")).to_contain_text("Nothing moves that should not", timeout=30000)
