"""The course page, without a browser: every lesson in its part, with a sketch of its own numbers."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from streamlit.testing.v1 import AppTest

from lessons import LESSONS, PARTS, by_part
from lessons.course import sketches
from lessons.figures.kit.sketch import file
from lessons.host import live
from tests.app.test_app import mistakes
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
    stops = "".join(found.proto.body for found in at.get("html"))
    assert re.findall("<h2>(.*?)</h2>", stops) == list(by_part())
    assert re.findall("<b>(\\d+)</b>", stops) == [str(n + 1) for n in range(len(LESSONS))]


NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@pytest.mark.parametrize("name", ["course", *(lesson.name for lesson in LESSONS)])
def test_a_sketch_is_made_of_the_lessons_own_numbers(name):
    shipped = file(name).read_text(encoding="utf-8")
    now = sketches.drawn(name)
    again = f"of {name}: run python -m lessons.course.sketches"
    assert NUMBER.sub("#", shipped) == NUMBER.sub("#", now), again
    pairs = zip(
        *([float(one) for one in NUMBER.findall(svg)] for svg in (shipped, now)), strict=True
    )
    # The last decimal, as rounded elsewhere.
    assert all(abs(one - other) < 0.11 for one, other in pairs), again
    ElementTree.fromstring(shipped)


def test_a_sketch_shows_what_is_not_there_any_more(monkeypatch):
    """It follows the model: with other weights it is another one."""
    from lessons.attention import motif

    drawn = motif.figure

    def other(*asked):
        figure = drawn(*asked)
        arrays = {
            n: replace(one, values=one.values[::-1].copy()) for n, one in figure.arrays.items()
        }
        return replace(figure, arrays=arrays)

    before = motif.motif()
    monkeypatch.setattr(motif, "figure", other)
    assert motif.motif() != before


def test_the_page_computes_no_picture(monkeypatch):
    """It is there at once, and whatever a student has broken, every card is."""

    def broken(name: str):
        if name.startswith(("lessons.course.results", "transformer")) or name.endswith("results"):
            raise RuntimeError("a layer is broken")
        return load(name)

    load = live.import_module
    monkeypatch.setattr(live, "import_module", broken)
    at = opened()
    assert {lesson.name for lesson in LESSONS} <= set(linked(at))
    assert not mistakes(at)
    assert len(at.get("image")) == len(LESSONS) + 1
