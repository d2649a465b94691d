"""Every page in a real browser: the links at the top, both themes, a small screen, no error."""

from lessons import FRONT, LESSONS

TOO_WIDE = "document.querySelector('[data-testid=stMain]').scrollWidth"


def drawn(page, lesson) -> None:
    """Wait until the page shows its title and a figure that holds something."""
    page.get_by_role("heading", name=lesson.question, exact=True).wait_for()
    page.wait_for_function(
        "[...document.querySelectorAll('[data-testid=stBidiComponentIsolated]')]"
        ".some((place) => place.getBoundingClientRect().height > 200)"
    )


def fits(page, lesson, width: int, theme: str) -> None:
    """The page is drawn in this size and theme, and nothing of it lies beside the screen."""
    page.set_viewport_size({"width": width, "height": 960})
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(
        f"innerWidth === {width} && matchMedia('(prefers-color-scheme: {theme})').matches"
    )
    drawn(page, lesson)
    page.wait_for_function(f"{TOO_WIDE} <= {width}")  # otherwise it scrolls sideways
    assert page.locator("[class*=st-key-mistake-]").count() == 0


def address(page) -> str:
    return page.url.split("?")[0].split("#")[0].rpartition("/")[2]


def test_the_links_lead_through_the_course_and_back(page, app):
    """Each page by its link, light on a projector, dark on a small screen; then by its address."""
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(app.url)
    drawn(page, next(lesson for lesson in LESSONS if lesson.name == FRONT))
    for lesson in (*LESSONS, LESSONS[0]):
        page.locator(".st-key-lessons").get_by_role("link", name=lesson.title).click()
        drawn(page, lesson)
        assert page.locator(".st-key-here").inner_text() == lesson.title
        assert address(page) == ("" if lesson.name == FRONT else lesson.name)
        fits(page, lesson, 1024, "dark")
        fits(page, lesson, 1440, "light")
    page.go_back()
    drawn(page, LESSONS[-1])
    page.reload()
    drawn(page, LESSONS[-1])
    assert errors == []
