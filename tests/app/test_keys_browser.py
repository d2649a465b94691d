"""The app with the keyboard alone. What it shares with the site is tested there (tests/web)."""

from playwright.sync_api import expect

from tests.kit.app import still


def test_a_question_is_answered_and_a_number_recomputed(page, app):
    page.goto(f"{app.url}/attention?attention-part=In+a+model")
    page.locator(".st-key-figure .gb").wait_for()
    still(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the lesson")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-head")).to_be_focused()
    page.locator('.st-key-asked [class*="st-key-predict-"] button').first.focus()
    page.keyboard.press("Enter")
    said = page.locator(".st-key-replied .st-key-said .stMarkdown")
    expect(page.locator("[role=status].reply-aloud")).to_have_text(said.inner_text())
    expect(page.locator(".st-key-replied button:focus")).to_have_count(1)
    again = page.get_by_role("button", name="Recompute")
    again.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("✓ difference")).to_be_visible()
    expect(again).to_be_focused()


def test_an_arrow_chooses_the_next_part(page, app):
    page.goto(f"{app.url}/attention")
    page.locator(".gb").first.wait_for()
    still(page)
    parts = page.locator(".st-key-parts [role=radio]")
    parts.first.focus()
    page.keyboard.press("ArrowRight")
    expect(parts.nth(1)).to_have_attribute("aria-checked", "true")
    expect(parts.nth(1)).to_be_focused()
