"""Every part of every lesson on the site, light and dark: no rule of axe-core is broken, its figure says its steps,
it opens with less than 330 kB, and fits a phone."""

import subprocess
import sys

import pytest

from benchmarks.site import packed
from lessons import LESSONS
from tests.app.test_narrow_browser import BEYOND, bars  # noqa: F401  a fixture
from tests.kit.axe import parts, show_in_theme, silent, violations
from tests.kit.paths import ROOT
from tests.kit.served import served

pytestmark = pytest.mark.slow

# The parts of each lesson alone: without scenes, and without what their choices show.
BUILD = """
import sys
from pathlib import Path
from lessons import LESSONS
from web import build, views
from web.files import Site
site = Site(Path(sys.argv[1]))
build.code(site)
build.course(site)
views.listen()
for lesson in LESSONS:
    site.lesson(views.of_lesson(lesson.name, (), lambda key: False))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ears")
    command = [sys.executable, "-c", BUILD, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with served(folder) as host:
        yield host, folder


@pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])
def test_each_part_of_a_lesson(lesson, page, site):
    (address, folder), requested = site, []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{address}{lesson}/index.html")
    page.locator("[data-drawn]").wait_for()
    page.wait_for_load_state("networkidle")
    assert packed(folder, address, requested) < 330_000
    for part in parts(page, lesson):
        show_in_theme(page, "light")
        assert violations(page) == [], part
        show_in_theme(page, "dark")
        assert violations(page, "color-contrast") == [], f"{part}, dark"
        assert silent(page) == [], part


@pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])
def test_no_part_is_wider_than_a_phone(lesson, bars, site):  # noqa: F811
    bars.set_viewport_size({"width": 1440, "height": 800})
    bars.goto(f"{site[0]}{lesson}/index.html")
    bars.locator("[data-drawn]").wait_for()
    for _ in parts(bars, lesson):
        for width in (360, 320):
            bars.set_viewport_size({"width": width, "height": 800})
            bars.wait_for_function(f"() => ({BEYOND})() === 0")


def test_the_page_of_the_course(page, site):
    page.goto(f"{site[0]}index.html")
    page.locator("[data-drawn]").wait_for()
    show_in_theme(page, "light")
    assert violations(page) == []
    show_in_theme(page, "dark")
    assert violations(page, "color-contrast") == []
