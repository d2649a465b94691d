"""The bug of the day on the course's page: click at the line; what came of it is kept in the browser."""

from datetime import date

from playwright.sync_api import expect

from lessons.kit.bugs import of_the_day
from tests.kit.app import still

KEPT = 'JSON.parse(localStorage.getItem("glassbox-progress")).lessons'


def test_the_wrong_line_is_found_and_kept(page, app):
    bug = of_the_day(date.today())
    page.goto(app.url)
    box = page.locator(".st-key-bug")
    box.get_by_text("Find the bug of the day").wait_for()
    still(page)
    lines = box.locator("button.line")
    expect(lines).to_have_count(len(bug.lines))
    assert box.get_by_text(bug.saw).count() == 1 and box.get_by_text(bug.sentence[1:]).count() == 0
    harmless = next(n for n in range(len(bug.lines)) if n not in bug.wrong)
    lines.nth(harmless).click()
    box.get_by_text("This line is correct.").wait_for()
    lines.nth(bug.wrong[0]).focus()
    page.keyboard.press("Enter")  # by keyboard as by mouse
    box.get_by_text("Correct, after 2 tries.").wait_for()
    expect(box.get_by_text(bug.sentence[1:])).to_have_count(1)
    kept = page.evaluate(KEPT)[bug.lesson]["bugs"][bug.id]
    assert kept["tries"] == 2 and kept["found"] is True
    page.reload()
    box.get_by_text("Correct, after 2 tries.").wait_for()
    assert lines.nth(bug.wrong[0]).get_attribute("class") == "line right"
