"""The index of the site's search: the words of every part of a page, every section of a notebook, every term.

`search.js` reads `{lessons: [[name, title]], words, entries: [[lesson, title, address, words]], terms: [[term,
sentence, entry]]}`. An entry lists its words by their numbers, each as the distance from the one before it, which
compresses well.
"""

import re
import unicodedata
from collections import Counter
from importlib import import_module
from typing import Any
from urllib.parse import urlencode

from lessons import LESSONS, Lesson
from lessons.definitions import TERMS
from lessons.glossary import used
from lessons.kit import page
from lessons.kit.sections import sections
from web.headings import id_of

NOT_SHOWN = "Answers"  # this heading is folded away in a notebook (lessons/build.py)


def index() -> dict[str, Any]:
    """Return the index of all lessons and the glossary."""
    listed = [
        (number, *entry) for number, lesson in enumerate(LESSONS) for entry in entries(lesson)
    ]
    each = [words_of(f"{title} {text}") for _, title, _, text in listed]
    words = sorted(set().union(*each))
    numbers = {word: number for number, word in enumerate(words)}
    rows = [
        [lesson, title, address, steps(sorted(numbers[word] for word in own))]
        for (lesson, title, address, _), own in zip(listed, each, strict=True)
    ]
    return {
        "lessons": [[lesson.name, lesson.title] for lesson in LESSONS],
        "words": words,
        "entries": rows,
        "terms": terms([text for *_, text in listed]),
    }


def entries(lesson: Lesson) -> list[tuple[str, str, str]]:
    """Return (title, address in the lesson's folder, text) of its page, its parts and its notebook's sections."""
    listed = [(lesson.question, "index.html", " ".join((lesson.title, *lesson.goal)))]
    for title, text in getattr(import_module(f"lessons.{lesson.name}"), "PARTS", {}).values():
        listed.append((title, f"index.html?{urlencode({f'{lesson.name}-part': title})}", text))
    taken: Counter[str] = Counter()
    for section in sections(page.text_of(lesson.name))[1:]:
        if section.name != NOT_SHOWN:
            listed.append(
                (section.name, f"notebook.html#{id_of(plain(section.name), taken)}", section.prose)
            )
    return listed


def terms(texts: list[str]) -> list[list[Any]]:
    """Return each term of the glossary, and the entry that uses it most, or none."""
    most: dict[str, tuple[int, int]] = {}
    for number, text in enumerate(texts):
        for term, count in Counter(used(text)).items():
            most[term] = max(most.get(term, (0, 0)), (count, -number))
    return [
        [term, sentence, -most[term][1] if term in most else None]
        for term, sentence in TERMS.items()
    ]


def words_of(text: str) -> set[str]:
    """Return the words of a text as they are compared: in lower case and without accents."""
    bare = unicodedata.normalize("NFKD", text.lower())
    return set(re.findall(r"\w\w+", "".join(c for c in bare if not unicodedata.combining(c))))


def plain(markdown: str) -> str:
    """Return a heading without the signs of markdown."""
    return re.sub(r"[*`]", "", markdown)


def steps(numbers: list[int]) -> list[int]:
    """Return the distances between rising numbers, the first one from 0."""
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]
