"""Which mistake is it? What the student's functions are asked; `chance` only where `interval` is right."""

from collections.abc import Sequence
from typing import Any

from lessons.ablations.mistakes import MISTAKES
from lessons.ablations.trial import Student, answers
from lessons.kit import recognise as kit

# Ends and middle, few and many, another z; with and without sentences on which both agree.
SHARES = ((0, 20), (20, 20), (1, 20), (7, 20), (180, 200), (7, 20, 1.0))
KINDS = ((30, 9, 2, 5), (40, 1, 6), (0, 4, 4), (10, 0, 10, 3))
INTERVALS = tuple(lambda student, asked=asked: student.interval(*asked) for asked in SHARES)
CHANCES = tuple(lambda student, kinds=kinds: student.chance(*answers(*kinds)) for kinds in KINDS)


def recognise(student: Student) -> str:
    """The sentence of the mistake whose numbers are the student's; "" where none fits."""
    return kit.recognise(student, MISTAKES.values(), (INTERVALS, CHANCES), same)


def same(a: Any, b: Any, close: float = 1e-6) -> bool:
    """Two numbers, or two pairs of them, that are nearly the same; an error is like nothing."""
    if isinstance(a, Exception) or isinstance(b, Exception):
        return False
    a, b = (one if isinstance(one, Sequence) else (one,) for one in (a, b))
    return all(abs(x - y) <= close for x, y in zip(a, b, strict=True))
