"""A lesson of the site with the keyboard alone."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

# The text of the element that has the focus, in a shadow root too.
FOCUSED = """(() => {
  let focused = document.activeElement;
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === document.body ? "body" : focused.ariaLabel || focused.textContent.trim();
})()"""


@pytest.fixture
def lesson(page, address):
    page.set_viewport_size({"width": 1440, "height": 600})
    page.goto(f"{address}attention/index.html")
    page.locator("[data-drawn]").wait_for(state="attached")
    page.locator(".gb").first.wait_for()
    return page


def scrolled(page) -> int:
    return page.evaluate("document.querySelector('.stMain').scrollTop")


def test_arrows_scroll_until_the_figure_has_the_focus(lesson):
    page, steps = lesson, lesson.locator(".gb [aria-pressed=true]")
    before = steps.all_inner_texts()
    page.keyboard.press("ArrowDown")
    while not scrolled(page):
        page.wait_for_timeout(20)
    page.keyboard.press("ArrowRight")
    assert steps.all_inner_texts() == before
    page.locator(".gb").first.focus()
    page.keyboard.press("ArrowRight")
    expect(steps.first).not_to_have_text(before[0])


def test_the_first_stop_skips_the_bar_and_the_parts_are_one_stop(lesson):
    page = lesson
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "Skip to the lesson"
    page.keyboard.press("Enter")
    assert page.locator(".st-key-head").evaluate("head => head === document.activeElement")
    parts = page.get_by_role("radio")
    while page.evaluate(FOCUSED) != "By hand":
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")  # moves and chooses
    expect(parts.nth(1)).to_be_checked()
    expect(parts.nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) not in parts.all_inner_texts()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowLeft")
    expect(parts.first).to_be_checked()


@pytest.mark.parametrize(
    "button", ['[class*="st-key-predict-"] button', '[class*="st-key-show-"] button']
)
def test_an_answer_is_read_aloud_and_leaves_the_focus_at_the_question(lesson, button):
    page = lesson
    page.get_by_role("radio").nth(1).click()
    page.locator(f".st-key-asked {button}").first.focus()
    page.keyboard.press("Enter")
    said = page.locator(".st-key-replied .st-key-said .stMarkdown")
    expect(page.locator("[role=status].reply-aloud")).to_have_text(said.inner_text())
    expect(page.locator(".st-key-replied button:focus")).to_have_count(1)


def test_letters_can_be_switched_off_and_stay_off(lesson):
    page = lesson
    page.get_by_role("radio").nth(1).click()
    page.locator(".st-key-figure .gb").first.focus()
    heads, keys = page.locator(".thumb[aria-pressed=true]"), page.locator(".keys").first
    expect(keys).to_contain_text("next head", use_inner_text=True)
    before = heads.get_attribute("title")
    page.locator(".st-key-bar summary").focus()
    page.keyboard.press("Enter")
    letters = page.get_by_label("Keys of one letter")
    letters.focus()
    page.keyboard.press(" ")
    expect(keys).not_to_contain_text("next head", use_inner_text=True)
    page.reload()
    page.locator(".st-key-figure .gb").first.focus()
    page.keyboard.press("h")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".step[aria-pressed=true]")).to_contain_text("3 ·")
    assert heads.get_attribute("title") == before
    page.locator(".st-key-bar summary").click()
    letters.check()
    page.locator(".st-key-figure .gb").first.focus()
    page.keyboard.press("h")
    expect(heads).not_to_have_attribute("title", before)
