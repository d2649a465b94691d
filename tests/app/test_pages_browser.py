"""Every page in a real browser: the links at the top, both themes, a small screen, no error."""

import pytest

from lessons import FRONT, LESSONS


@pytest.fixture
def visit(browser, app):
    """Open an address in a fresh window; what goes wrong in its scripts is collected."""
    contexts = []

    def open_page(path: str = ""):
        contexts.append(browser.new_context(viewport={"width": 1440, "height": 960}))
        page = contexts[-1].new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.goto(f"{app.url}/{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()


def drawn(page, lesson) -> None:
    """Wait until the page shows its title and a figure that holds something."""
    page.get_by_role("heading", name=lesson.question, exact=True).wait_for()
    if lesson.name == "training":  # its picture comes when somebody presses Train
        page.get_by_role("button", name="Train", exact=True).wait_for()
        return
    page.wait_for_function(
        "[...document.querySelectorAll('[data-testid=stBidiComponentIsolated]')]"
        ".some((place) => place.getBoundingClientRect().height > 200)",
        timeout=30_000,
    )


def test_the_links_lead_through_the_course_and_back(visit):
    page = visit()
    drawn(page, next(lesson for lesson in LESSONS if lesson.name == FRONT))
    for lesson in (*LESSONS, LESSONS[0]):
        page.locator(".st-key-lessons").get_by_role("link", name=lesson.title).click()
        drawn(page, lesson)
        assert page.locator(".st-key-here").inner_text() == lesson.title
        assert (
            page.url.split("?")[0]
            .split("#")[0]
            .endswith("/" if lesson.name == FRONT else lesson.name)
        )
    page.go_back()
    drawn(page, next(lesson for lesson in LESSONS if lesson is LESSONS[-1]))
    assert page.errors == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_page_opens_by_its_address_and_fits_the_screen(visit, lesson):
    page = visit("" if lesson.name == FRONT else lesson.name)
    drawn(page, lesson)
    for width, theme in ((1440, "light"), (1024, "dark")):
        page.set_viewport_size({"width": width, "height": 960})
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(
            f"(innerWidth === {width}) && (matchMedia('(prefers-color-scheme: dark)').matches === "
            f"{str(theme == 'dark').lower()})"
        )
        drawn(page, lesson)
        too_wide = "document.querySelector('[data-testid=stMain]').scrollWidth"
        page.wait_for_function(f"{too_wide} <= {width}")  # otherwise it scrolls sideways
    assert page.locator("[class*=st-key-mistake-]").count() == 0
    assert page.errors == []
