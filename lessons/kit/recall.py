"""The recall questions of a lesson, read from its own text."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from lessons.kit.sections import read_sections


@dataclass(frozen=True)
class Question:
    """A question and its answer (markdown). `id` depends on the words, so a changed question is new."""

    lesson: str
    id: str
    question: str
    answer: str


def questions(lesson: str) -> list[Question]:
    """Read the numbered questions under "Recall", each with the answer of the same number under "Answers"."""
    sections = read_sections(Path(__file__).parents[1] / lesson / "lesson.py")
    texts, answers = (_numbered(sections.get(heading, "")) for heading in ("Recall", "Answers"))
    if len(texts) != len(answers):
        raise ValueError(f"{lesson}: {len(texts)} questions in Recall, {len(answers)} answers")
    return [
        Question(lesson, hashlib.sha256(question.encode()).hexdigest()[:8], question, answer)
        for question, answer in zip(texts, answers, strict=True)
    ]


def _numbered(text: str) -> list[str]:
    """Return the items of a numbered list, each on one line; an item ends at the next one or at an empty line."""
    items = re.findall(r"^\d+\. (.*(?:\n(?!\d+\. ).+)*)", text, re.MULTILINE)
    return [re.sub(r"\s*\n\s*", " ", item) for item in items]


def pieces(text: str) -> list[tuple[str, str]]:
    """Split one line of markdown into ("code" | "em" | "", text), for a browser that must not render markup."""
    parts = re.split(r"(`[^`]+`|\*[^*]+\*)", text)
    kinds = {"`": "code", "*": "em"}
    return [
        (kinds[piece[0]], piece[1:-1]) if number % 2 else ("", piece)
        for number, piece in enumerate(parts)
        if piece
    ]
