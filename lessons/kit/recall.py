"""The recall questions of a lesson, to be answered from memory, read from its own text."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from lessons.kit.sections import read_sections


@dataclass(frozen=True)
class Question:
    """A question and its answer (markdown). `id` changes with its words: a new question is asked anew."""

    lesson: str
    id: str
    question: str
    answer: str


def questions(lesson: str) -> list[Question]:
    """The numbered questions under "Recall", each with the answer of the same number under "Answers"."""
    sections = read_sections(Path(__file__).parents[1] / lesson / "lesson.py")
    asked, answers = (_numbered(sections.get(heading, "")) for heading in ("Recall", "Answers"))
    if len(asked) != len(answers):
        raise ValueError(f"{lesson}: {len(asked)} questions in Recall, {len(answers)} answers")
    return [
        Question(lesson, hashlib.sha256(question.encode()).hexdigest()[:8], question, answer)
        for question, answer in zip(asked, answers, strict=True)
    ]


def _numbered(text: str) -> list[str]:
    """The items of a numbered list, each on one line; an item goes on until the next or an empty line."""
    items = re.findall(r"^\d+\. (.*(?:\n(?!\d+\. ).+)*)", text, re.MULTILINE)
    return [re.sub(r"\s*\n\s*", " ", item) for item in items]


def pieces(text: str) -> list[tuple[str, str]]:
    """Markdown of one line → ("code" | "em" | "", text), for a browser that shall render no markup."""
    found = re.split(r"(`[^`]+`|\*[^*]+\*)", text)
    kinds = {"`": "code", "*": "em"}
    return [
        (kinds[piece[0]], piece[1:-1]) if number % 2 else ("", piece)
        for number, piece in enumerate(found)
        if piece
    ]
