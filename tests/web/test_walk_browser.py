"""One lesson with the keyboard alone, in the app and on the site: each step is reached, works, and is read aloud."""

import re

import pytest
from playwright.sync_api import expect

from tests.kit.app import still
from tests.web.test_keys_browser import FOCUSED

pytestmark = pytest.mark.slow

PRESENTS = re.compile(r"\bpresent\b")


def walk_to(page, name: str, key: str = "Tab") -> None:
    """Press Tab until the focus is on the control whose name begins so."""
    for _ in range(90):
        page.keyboard.press(key)
        if re.match(rf"{name}", page.evaluate(FOCUSED)):
            return
    raise AssertionError(f"Tab does not reach {name}")


@pytest.mark.parametrize("home", ["app", "site"])
def test_a_lesson_is_worked_through(home, page, request):
    is_app = home == "app"
    press, html = page.keyboard.press, page.locator("html")
    aloud = page.locator("[role=status], [role=alert]")

    page.goto(request.getfixturevalue("app").url if is_app else request.getfixturevalue("address"))
    page.get_by_role("link", name="Begin with").wait_for()
    walk_to(page, "Attention$")
    press("Enter")
    page.locator(".st-key-lesson .gb").wait_for()
    if is_app:
        still(page)
        expect(page.get_by_role("heading", level=1)).to_be_focused()

    walk_to(page, "queries")  # a term of the glossary
    press("Enter")
    expect(aloud.filter(has_text="A query is the vector")).to_be_visible()
    press("Escape")
    assert page.evaluate(FOCUSED) == "queries"

    walk_to(page, "By hand")
    press("ArrowRight")
    expect(page.get_by_role("radio", name="In a model")).to_be_focused()
    figure = page.locator(".st-key-figure .gb")
    figure.wait_for()
    walk_to(page, "Attention on")
    press("ArrowRight")
    expect(figure.locator(".step[aria-pressed=true]")).to_contain_text("5 ·")
    press("h")
    expect(figure.locator("[aria-live]").filter(has_text="head: 2")).to_be_attached()

    walk_to(page, "animal", "Shift+Tab")  # an option of the question
    press("Enter")
    expect(page.locator(".reply-aloud")).to_contain_text("No.")
    assert page.evaluate(FOCUSED) == "✗ animal"

    walk_to(page, "Sentence", "Shift+Tab")
    press("ControlOrMeta+a")
    page.keyboard.type("the woman was tired")
    press("Enter")
    said = "Attention on “the woman was tired”" if is_app else "needs Python"
    expect(aloud.filter(has_text=said)).to_be_attached()

    walk_to(page, "Check my code")
    press("Enter")
    said = "✗ runs on 2 sentences" if is_app else "needs Python"
    expect(aloud.filter(has_text=said)).to_be_attached()

    walk_to(page, "Present$", "Shift+Tab")
    press("Enter")
    expect(html).to_have_class(PRESENTS)
    press("Escape")
    expect(html).not_to_have_class(PRESENTS)
    assert page.evaluate(FOCUSED) == "Present"

    walk_to(page, "Next: Attention scores")
    press("Enter")
    expect(page).to_have_url(re.compile(r"/scores\b"))
