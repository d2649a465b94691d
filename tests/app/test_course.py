"""The course page, without a browser: every lesson in its part, and a broken layer costs one picture."""

from importlib import import_module
from io import BytesIO

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from lessons import LESSONS, PARTS, by_part
from lessons.course import covers, results
from lessons.figures.kit.figure import Figure
from lessons.host import live
from tests.app.test_app import mistakes, words_of
from tests.kit.paths import ROOT


def opened() -> AppTest:
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=300).run()


def linked(at: AppTest) -> list[str]:
    """Where the links of a page lead, in their order."""
    return [link.proto.page for link in at.get("page_link")]


def test_lessons_stand_in_their_parts_in_order():
    parts = [lesson.part for lesson in LESSONS]
    assert parts == sorted(parts, key=PARTS.index), "a part is one stretch of the course"
    assert [lesson for found in by_part().values() for lesson in found] == list(LESSONS)


def test_every_lesson_is_a_card_and_in_the_menu():
    at = opened()
    assert not mistakes(at)
    links = linked(at)
    for lesson in LESSONS:
        times = 3 if lesson is LESSONS[0] else 2  # in the menu, on its card; "Begin with …"
        assert links.count(lesson.name) == times, links
    assert [found.value for found in at.subheader] == list(by_part())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_small_picture_is_the_lessons_own_figure(lesson):
    assert isinstance(import_module(f"lessons.{lesson.name}.results").cover(), Figure)
    with Image.open(BytesIO(results.cover(lesson.name))) as picture:
        assert picture.format == "PNG" and picture.width == results.WIDTH
        assert len(picture.convert("L").getcolors()) > 8, "an empty sheet"


def test_the_page_waits_for_no_picture(monkeypatch):
    monkeypatch.setattr(results.cover, "ready", lambda lesson: False)
    monkeypatch.setattr(covers, "draw", lambda: None)
    monkeypatch.setattr(live, "load", lambda name: import_module(name))
    at = opened()
    waiting = [found.value for found in at.caption if "being computed" in found.value]
    assert len(waiting) == len(LESSONS) and not at.get("imgs")


def test_a_broken_layer_costs_pictures_and_no_link(monkeypatch):
    def broken(name: str):
        if name == "lessons.course.results":
            raise RuntimeError("a layer is broken")
        return load(name)

    load = live.load
    monkeypatch.setattr(live, "load", broken)
    at = opened()
    assert any("a layer is broken" in words for words in words_of(at)), "said beside the picture"
    assert {lesson.name for lesson in LESSONS} <= set(linked(at))
    assert len([found for found in at.caption if "No picture" in found.value]) == len(LESSONS)
