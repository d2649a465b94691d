"""The bug of the day: the whole function with one known mistake in it, and what a check measured.

The date decides which bug it is, so everybody sees the same one.
"""

import ast
import hashlib
from dataclasses import asdict, dataclass
from datetime import date
from difflib import SequenceMatcher
from importlib import import_module
from textwrap import dedent

from lessons import LESSONS, Lesson
from lessons.kit.mistakes import Mistake

SHORTEST, LONGEST, WRONG = 4, 26, 3  # shortest and longest code, in lines; wrong lines at most


@dataclass(frozen=True)
class Bug:
    """The code shown, its wrong lines, and what a check says about it."""

    lesson: str
    title: str
    id: str
    lines: tuple[str, ...]
    wrong: tuple[int, ...]  # line numbers, from 0; a click on any of them is correct
    failed: str  # the check that finds it
    saw: str
    expected: str
    sentence: str

    def as_dict(self) -> dict:
        """Return plain fields for a page."""
        return asdict(self)


def of_the_day(day: date) -> Bug:
    """Return the bug of that day, the same for everybody."""
    tried = sorted(
        _candidates(),
        key=lambda candidate: _number(day.isoformat(), candidate[0].name, candidate[1].name),
    )
    return next(bug for bug in (_bug(*candidate) for candidate in tried) if bug)


def _candidates() -> list[tuple[Lesson, Mistake]]:
    return [(lesson, mistake) for lesson in LESSONS for mistake in _mistakes(lesson)]


def _mistakes(lesson: Lesson) -> list[Mistake]:
    try:
        return list(import_module(f"lessons.{lesson.name}.mistakes").MISTAKES.values())
    except Exception:  # no exercise, or model code that is being edited
        return []


def _number(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def _bug(lesson: Lesson, mistake: Mistake) -> Bug | None:
    """Turn a mistake into a bug to find; None if it does not fit on a page or cannot be made now."""
    try:
        shown = wrong_code(mistake)
        if shown is None:
            return None
        result = import_module(f"lessons.{lesson.name}.checks").check(*mistake.code)
    except Exception:
        return None
    number = _number(lesson.name, mistake.name)[:8]
    checked = result.failed, result.saw, result.expected
    return Bug(lesson.name, lesson.title, number, *shown, *checked, mistake.sentence)


def wrong_code(mistake: Mistake) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    """Return the functions that the mistake changes, and the numbers of their wrong lines."""
    lines: list[str] = []
    wrong: list[int] = []
    for right, text in mistake.texts():
        for function in _changed_functions(right, text):
            code, others = function
            start = len(lines) + bool(lines)
            lines += [""] * bool(lines) + code
            wrong += [start + n for n in others]
    fits = SHORTEST <= len(lines) <= LONGEST and 1 <= len(wrong) <= WRONG
    return (tuple(lines), tuple(wrong)) if fits else None


def _changed_functions(right: str, text: str) -> list[tuple[list[str], list[int]]]:
    """Return each function of the wrong text with a changed line, and the numbers of its changed lines."""
    old, new = (dedent(source.lstrip("\n")).splitlines() for source in (right, text))
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [n for kind, _, _, a, b in blocks if kind != "equal" for n in range(a, b)]
    functions = [n for n in ast.walk(ast.parse("\n".join(new))) if isinstance(n, ast.FunctionDef)]
    wrong = []
    for function in functions:
        here = range(function.lineno - 1, function.end_lineno or 0)  # its lines, counted from 0
        if inside := [n for n in changed if n in here]:
            code = dedent("\n".join(new[here.start : here.stop])).splitlines()
            wrong.append((code, [n - here.start for n in inside]))
    return wrong
