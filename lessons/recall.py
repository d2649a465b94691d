"""The recall questions of a lesson, to be answered from memory; and in a terminal those that are due.

python -m lessons.recall            ask what is due today
python -m lessons.recall LESSON     ask all questions of one lesson
"""

import hashlib
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from lessons import LESSONS, progress
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
    sections = read_sections(Path(__file__).parent / lesson / "lesson.py")
    asked, answers = (_numbered(sections.get(heading, "")) for heading in ("Recall", "Answers"))
    if len(asked) != len(answers):
        raise ValueError(f"{lesson}: {len(asked)} questions in Recall, {len(answers)} answers")
    return [
        Question(lesson, hashlib.sha256(question.encode()).hexdigest()[:8], question, answer)
        for question, answer in zip(asked, answers, strict=True)
    ]


def _numbered(text: str) -> list[str]:
    """The items of a numbered list, each on one line."""
    items = re.findall(r"^\d+\. (.*(?:\n   .*)*)", text, re.MULTILINE)
    return [re.sub(r"\n\s+", " ", item) for item in items]


def pieces(text: str) -> list[tuple[str, str]]:
    """Markdown of one line → ("code" | "em" | "", text), for a browser that shall render no markup."""
    found = re.split(r"(`[^`]+`|\*[^*]+\*)", text)
    kinds = {"`": "code", "*": "em"}
    return [
        (kinds[piece[0]], piece[1:-1]) if number % 2 else ("", piece)
        for number, piece in enumerate(found)
        if piece
    ]


def main(names: list[str]) -> None:
    known = [lesson.name for lesson in LESSONS]
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"there is no lesson {', '.join(unknown)}; the lessons are {', '.join(known)}")
    asked = [question for name in names or known for question in questions(name)]
    if not names:
        asked = [q for q in asked if progress.is_due(q.lesson, q.id)]
    if not asked:
        print(
            "Nothing is due. A lesson's questions come back 1, 3, 7, 21 and 60 days after you knew them."
        )
    for number, question in enumerate(asked, start=1):
        print(f"\n{number} of {len(asked)} · {question.lesson}\n{question.question}")
        input("Answer it aloud, then press Enter … ")
        print(question.answer)
        progress.recalled(
            question.lesson, question.id, input("Did you know it? y/n ").startswith("y")
        )


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (KeyboardInterrupt, EOFError):
        print("\nStopped. What you answered is kept.")
