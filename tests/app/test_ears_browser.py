"""Every part of every lesson in the app breaks no rule of axe-core, nor does a scene. (The steps of figures, and dark
for all lessons: on the site. The app shares the colours, so two lessons are enough.)"""

import pytest

from lessons import LESSONS
from tests.kit.app import still
from tests.kit.axe import parts, show_in_theme, violations

DARK = ("attention", "training")


@pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])
def test_each_part_of_a_lesson(lesson, page, app):
    page.goto(f"{app.url}/{lesson}")
    page.locator(".st-key-head h1").wait_for()
    still(page)
    for part in parts(page, lesson):
        still(page)
        show_in_theme(page, "light")
        assert violations(page) == [], part
        if lesson in DARK:
            show_in_theme(page, "dark")
            assert violations(page, "color-contrast") == [], f"{part}, dark"
    page.goto(f"{app.url}/{lesson}?scene#present={lesson}/1")
    page.locator("html.present:not(.coming) [data-present]").wait_for(state="attached")
    still(page)
    show_in_theme(page, "light")
    assert violations(page) == [], "the first scene"
