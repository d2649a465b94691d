"""The machine page in the app: it opens before anything is written. Its scenes on a small projector."""

from playwright.sync_api import expect

from tests.kit.app import go_on, still


def test_it_opens_at_the_beginning_and_stays_there(page, app):
    page.emulate_media(reduced_motion="no-preference")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{app.url}/machine")
    round_, written = page.locator(".flow-foot .state"), page.locator(".pill")
    expect(round_).to_have_text("word 1 of 14")
    still(page)
    foot = page.locator(".flow-foot").bounding_box()
    assert foot["y"] + foot["height"] <= 860, "all of the picture and its player are on the screen"
    page.wait_for_timeout(2500)  # two steps, if it played by itself
    expect(round_).to_have_text("word 1 of 14")
    expect(written).to_have_count(0)
    page.locator(".gb").focus()
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
    go_on(page)
    expect(page.locator(".candidate").first).to_contain_text("il")
    go_on(page)
    expect(page.locator(".st-key-section-guided-or-unguided-")).to_be_visible()
    go_on(page)
    name = page.locator(".box[aria-current] .what")
    expect(name).to_have_text("self-attention")
    assert name.evaluate("e => e.scrollWidth <= e.clientWidth"), "the name is cut off"
    title = page.locator("[data-present] h1.title")
    go_on(page)
    expect(title).to_have_text("Where do the encoder and the decoder meet?")
    go_on(page)
    question = "Free running: how many words must be corrected?"
    expect(title).to_have_text(question)
    veil = page.locator(".seal.veiled")
    expect(veil).to_have_count(1)
    go_on(page)  # a clicker shows what is covered …
    expect(veil).to_have_count(0)
    expect(title).to_have_text(question)
    go_on(page)  # … and then goes on
    expect(title).to_have_text("What follows a mistake in free running?")
