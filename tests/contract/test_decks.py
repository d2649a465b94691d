"""`docs/decks.md`: each system, figure and slip of the five decks has a link, and the link opens what it promises."""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from urllib.parse import parse_qsl, urlsplit

import pytest

from lessons import LESSONS
from tests.kit.lesson_texts import plain
from tests.kit.paths import ROOT
from tests.kit.visit import opened

EXPECTED = [f"{kind}{number}" for kind, last in (("S", 53), ("F", 33), ("E", 42)) for number in range(1, last + 1)]  # fmt: skip
NOT_YET: set[str] = set()  # rows that no page shows; each also stands under “Not yet on a page”
ROW = re.compile(r"^\| ([SFE]\d+) \| (.+?) \| (.+?) \| (.+?) \|$", re.M)
LINK = re.compile(r"\[[^\]]+\]\((http://localhost:8501/[^)\s]*)\)")
# What stands around every page: the glossary, the bar, the list of scenes, the questions to recall.
FRAME = re.compile(r"(terms|stage|bar|offer)$|progress-|mark-")
QUOTED = re.compile(r"“(.+?)”")


@dataclass(frozen=True)
class Row:
    """A row: what it is on the slides, the links, and the words that stand where they lead."""

    name: str
    about: str
    links: tuple[str, ...]
    shows: tuple[str, ...]


@cache
def rows() -> dict[str, Row]:
    text = (ROOT / "docs/decks.md").read_text(encoding="utf-8")
    return {
        name: Row(name, about, tuple(LINK.findall(links)), tuple(QUOTED.findall(shows)))
        for name, about, links, shows in ROW.findall(text)
    }


def chosen(link: str) -> tuple[str, dict[str, str]]:
    """The lesson of a link, and what it chooses there."""
    parts = urlsplit(link)
    return parts.path.strip("/"), dict(parse_qsl(parts.query))


def part_of(lesson: str, choice: dict[str, str]) -> str:
    """The part of the page that a link names. Raises `AssertionError` where there is none of this title."""
    titles = {title: part for part, (title, _) in parts(lesson).items()}
    title = choice.get(f"{lesson}-part")
    assert title is None or title in titles, f"{lesson} has the parts {sorted(titles)}, not {title}"
    return titles[title] if title else ""


def parts(lesson: str) -> dict:
    return getattr(import_module(f"lessons.{lesson}"), "PARTS", {})


def test_every_system_figure_and_slip_has_its_row():
    assert list(rows()) == EXPECTED


@pytest.mark.parametrize("name", EXPECTED)
def test_each_row_has_a_link_to_a_part_that_there_is(name):
    row = rows()[name]
    assert (not row.links) == (name in NOT_YET), f"{name} ({row.about}) needs a link"
    assert row.shows or name in NOT_YET, f"{name}: no words in quotes, which the page must show"
    for link in row.links:
        lesson, choice = chosen(link)
        assert lesson in {each.name for each in LESSONS}, link
        part_of(lesson, choice)


def test_what_no_page_shows_is_a_short_list():
    text = (ROOT / "docs/decks.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^- ([SFE]\d+):", text.partition("## Not yet on a page")[2], re.M))
    assert listed == NOT_YET and len(NOT_YET) <= 6


# ---- the links, opened --------------------------------------------------------------------------
def by_lesson() -> dict[str, dict[str, list[Row]]]:
    """Lesson → link → the rows that it belongs to."""
    found: dict = defaultdict(lambda: defaultdict(list))
    for row in rows().values():
        for link in row.links:
            found[chosen(link)[0]][link].append(row)
    return found


def on_the_page(at) -> str:
    """All that a page says: its texts, tables and charts, the words of its figures, and what unfolds at a click."""
    elements = (*at.title, *at.header, *at.markdown, *at.caption, *at.text, *at.html)
    said = [element.value for element in elements if "<style" not in element.value]
    said += [expander.label for expander in at.expander]
    for component in at.get("bidi_component"):
        if not FRAME.match(component.key):
            said += [component.proto.json, component.proto.bytes.decode("utf-8", "ignore")]
    said += [chart.proto.spec for chart in at.get("plotly_chart")]
    text = re.sub(r'<pre class="code".*?</pre>', " ", " ".join(said), flags=re.DOTALL)
    return plain(unescaped(re.sub(r"</?(?:b|i|em|sup|sub|strong)\b[^>]*>", "", text)))


def unescaped(text: str) -> str:
    """“\\u03b1” as α."""
    return re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), text).replace('\\"', '"')


@pytest.mark.slow
@pytest.mark.parametrize("lesson", sorted(by_lesson()))
def test_every_link_opens_what_its_row_promises(lesson):
    missing = []
    for link, wanted in by_lesson()[lesson].items():
        _, choice = chosen(link)
        at = opened(lesson, {**choice, "answered": "true"})
        assert not at.exception, (link, at.exception)
        assert not [e for e in at.expander if e.label.startswith("Traceback")], link
        if part := part_of(lesson, choice):
            assert at.session_state[f"{lesson}-part"] == part, link
        unknown = [key for key in choice if key.startswith(f"{lesson}-") and key not in at.session_state]  # fmt: skip
        assert not unknown, f"{link} chooses {unknown}, which the page does not know"
        text = on_the_page(at)
        missing += [
            f"{row.name} {link}: {words!r}"
            for row in wanted
            for words in row.shows
            if link == row.links[0] and plain(words) not in text
        ]
    assert not missing, "\n".join(["not on the page:", *missing])


def test_a_link_to_nothing_is_refused():
    assert part_of("cost", {"cost-part": "Cost per layer"}) == "table" and part_of("cost", {}) == ""
    with pytest.raises(AssertionError, match="not Table 7"):
        part_of("cost", {"cost-part": "Table 7"})
    assert unescaped(r"\u03b1 = \"x\"") == 'α = "x"'
