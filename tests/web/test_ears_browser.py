"""Every part of every lesson on the site, light and dark: no rule of axe-core is broken, and its figure says its steps."""

import subprocess
import sys

import pytest

from lessons import LESSONS
from tests.kit.axe import look, parts, silent, violations
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
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ears")
    command = [sys.executable, "-c", BUILD, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with served(folder) as host:
        yield host


@pytest.mark.parametrize("lesson", [lesson.name for lesson in LESSONS])
def test_each_part_of_a_lesson(lesson, page, address):
    page.goto(f"{address}{lesson}/index.html")
    page.locator("[data-drawn]").wait_for()
    for part in parts(page, lesson):
        look(page, "light")
        assert violations(page) == [], part
        look(page, "dark")
        assert violations(page, "color-contrast") == [], f"{part}, dark"
        assert silent(page) == [], part


def test_the_page_of_the_course(page, address):
    page.goto(f"{address}index.html")
    page.locator("[data-drawn]").wait_for()
    look(page, "light")
    assert violations(page) == []
    look(page, "dark")
    assert violations(page, "color-contrast") == []
