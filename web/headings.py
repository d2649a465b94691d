"""Ids for the headings of a page, and beside each a mark, "#", that links to it.

An id is made of the heading's words, so a link still works when the lesson's minutes or another heading change.
It contains no "=", which tells it from a figure's place in the address (`#figure=1/2`).
"""

import re
from collections import Counter
from collections.abc import Iterable
from html import escape, unescape

MINUTES = re.compile(r" · \d+ min( · optional)?$")
# A heading inside a summary gets no mark, because a summary is itself something to click.
HEADING = re.compile(
    r"(?P<summary><summary\b.*?</summary>)|<h(?P<level>[1-6])(?P<rest>(?: [^>]*)?)>(?P<inside>.*?)</h(?P=level)>",
    re.DOTALL,
)
BARE = re.compile(r"<h([1-6])((?: [^>]*)?)>(.*?)</h\1>", re.DOTALL)


def words_of(html: str) -> str:
    """Return the words of a heading, without the minutes that it states."""
    return MINUTES.sub("", unescape(re.sub(r"<[^>]+>", "", html)).strip())


def id_of(words: str, taken: Counter[str]) -> str:
    """Return the id of a heading; a second heading with the same words gets a number."""
    name = re.sub(r"\W+", "-", words.lower()).strip("-") or "section"
    taken[name] += 1
    return name if taken[name] == 1 else f"{name}-{taken[name]}"


def marked(pieces: Iterable[str]) -> list[str]:
    """Return the pieces of a page's HTML with ids and marks."""
    taken: Counter[str] = Counter()

    def identified(level: str, rest: str, inside: str) -> tuple[str, str, str]:
        words = words_of(inside)
        if own := re.search(r' id="([^"]*)"', rest):
            return f"<h{level}{rest}>{inside}</h{level}>", own[1], words
        name = id_of(words, taken)
        return f'<h{level} id="{name}"{rest}>{inside}</h{level}>', name, words

    def put(match: re.Match) -> str:
        if match["summary"]:
            return BARE.sub(lambda bare: identified(*bare.groups())[0], match["summary"])
        heading, name, words = identified(match["level"], match["rest"], match["inside"])
        if match["level"] == "1":  # the address of the page itself
            return heading
        link = f'<a class="mark" href="#{name}" aria-label="{escape(f"Link to “{words}”")}">#</a>'
        return f'<div class="heading">{heading}{link}</div>'

    return [HEADING.sub(put, piece) for piece in pieces]
