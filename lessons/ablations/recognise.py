"""Which mistake is it? The one whose numbers are the student's."""

from collections.abc import Callable

from lessons.ablations.mistakes import MISTAKES, Mistake
from lessons.ablations.trial import Student, answers

# What is asked of both: ends and middle, few and many, another z; in `chance` with and without agreement.
INTERVALS = ((0, 20), (20, 20), (1, 20), (7, 20), (180, 200), (7, 20, 1.0))
CHANCES = tuple(answers(*kinds) for kinds in ((30, 9, 2, 5), (40, 1, 6), (0, 4, 4), (10, 0, 10, 3)))
SAME = 1e-6


def recognise(student: Student) -> str:
    """The sentence of the mistake whose numbers are the student's; "" where none fits.

    Only where the interval is right, `chance` is asked.
    """
    mine = _outcomes(student.interval, INTERVALS)
    if not _same(mine, _outcomes(Mistake().interval, INTERVALS)):
        return _named(mine, "interval", INTERVALS)
    return _named(_outcomes(student.chance, CHANCES), "chance", CHANCES)


def _named(mine: list, function: str, asked) -> str:
    right = _outcomes(getattr(Mistake(), function), asked)
    for mistake in MISTAKES:
        theirs = _outcomes(getattr(mistake(), function), asked)
        if _same(mine, theirs) and not _same(theirs, right):
            return mistake.sentence
    return ""


def _outcomes(function: Callable, asked) -> list:
    """What comes out each time, as a tuple of numbers; None where it raises."""
    outcomes = []
    for arguments in asked:
        try:
            found = function(*arguments)
            outcomes.append(tuple(found) if isinstance(found, tuple | list) else (found,))
        except Exception:  # a student's function may raise anything
            outcomes.append(None)
    return outcomes


def _same(mine: list, theirs: list) -> bool:
    return all(
        a is not None
        and b is not None
        and len(a) == len(b)
        and all(abs(x - y) <= SAME for x, y in zip(a, b, strict=True))
        for a, b in zip(mine, theirs, strict=True)
    )
