"""The machine in the app: it opens before anything is written; and its scenes on a small projector."""

from playwright.sync_api import expect


def test_it_opens_at_the_beginning_and_stays_there(page, app):
    page.emulate_media(reduced_motion="no-preference")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{app.url}/machine")
    round_, written = page.locator(".flow-foot .state"), page.locator(".pill")
    expect(round_).to_have_text("word 1 of 14")
    foot = page.locator(".flow-foot").bounding_box()
    assert foot["y"] + foot["height"] <= 860, "all of the picture and its player are on the screen"
    page.wait_for_timeout(2500)  # two steps, if it played by itself
    expect(round_).to_have_text("word 1 of 14")
    expect(written).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(written).to_have_text("l'l'")  # and its title


def test_on_a_small_projector(page, app):
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{app.url}/machine")
    page.evaluate("Element.prototype.requestFullscreen = undefined")
    page.get_by_role("button", name="present these").first.click()
    expect(page.locator(".stop-title.now")).to_contain_text("decoder")
    expect(
        page.locator(".st-key-asked")
    ).to_be_hidden()  # the drawing has all the room: its scenes ask
    page.keyboard.press("PageDown")
    expect(page.locator(".candidate").first).to_contain_text("il")
    page.keyboard.press("PageDown")
    name = page.locator(".box[aria-current] .what")
    expect(name).to_have_text("self-attention")
    assert name.evaluate("e => e.scrollWidth <= e.clientWidth"), "the name is cut off"
    for _ in range(2):
        page.keyboard.press("PageDown")
        page.wait_for_timeout(1500)
    veil, title = page.locator(".seal.veiled"), page.locator("[data-present] h1.title")
    expect(veil).to_have_count(1)
    page.keyboard.press("PageDown")  # a clicker shows what is covered …
    expect(veil).to_have_count(0)
    expect(title).to_have_text("And how does it write?")
    page.keyboard.press("PageDown")  # … and then goes on
    expect(title).to_have_text("What if somebody always gave it the right word?")
