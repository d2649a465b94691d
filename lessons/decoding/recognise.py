"""Which mistake is it? What each function is asked, in the order in which they are written."""

import math
from typing import Any

from lessons.decoding.mistakes import MISTAKES
from lessons.decoding.trial import Student
from lessons.kit import recognise as kit
from transformer.vocabulary import END


def logs(*rows: tuple[float, ...]) -> list[list[float]]:
    """Probabilities as log-probabilities."""
    return [[math.log(p) for p in row] for row in rows]


# totals, log_p with END in column 2, k; no two candidates have the same total.
STEPS = (
    # The beginning: all go on from one hypothesis.
    ([0.0], logs((0.07, 0.03, 0.02, 0.5, 0.38)), 3),
    # Rank 1 and 2 from the same one; END at rank 3, and far behind.
    ([-0.6, -1.1, -2.3], logs((0.31, 0.29, 0.05, 0.2, 0.15), (0.02, 0.1, 0.4, 0.25, 0.23), (0.11, 0.6, 0.07, 0.19, 0.03)), 3),
    # END comes first, and a probable token goes on from an improbable hypothesis.
    ([-0.5, -3.0], logs((0.04, 0.13, 0.6, 0.14, 0.09), (0.9, 0.03, 0.04, 0.02, 0.01)), 2),
    ([-1.9], logs((0.1, 0.35, 0.4, 0.12, 0.03)), 1),
)  # fmt: skip
LONG = (-4.2, [3, 8, 3, 8, 3, 8, 3, 8, END], 2.0)
SCORES = ((-3.0, [5, 4, END], 0.0), (-3.0, [5, 4, 9, END], 1.0), (-2.5, [7, END], 0.6), LONG)
# The most probable token alone has less than p, and p × number of tokens is a whole number.
LAWS = (
    ([0.1, 0.4, 0.15, 0.3, 0.05], 0.6),
    ([0.05, 0.45, 0.25, 0.21, 0.04], 0.8),
    ([0.2, 0.1, 0.7, 0.0], 0.75),
)
EXACT = (([0.0625, 0.5, 0.1875, 0.25], 0.75),)  # two have exactly p
# drafted, p, q, u. Binary fractions: p − q adds to exactly 0.
DRAFTS = (
    (0, [0.25, 0.25, 0.5], [0.5, 0.25, 0.25], 0.75),
    (0, [0.25, 0.25, 0.5], [0.5, 0.25, 0.25], 0.375),
    (2, [0.25, 0.25, 0.5], [0.5, 0.25, 0.25], 0.75),
    (1, [0.25, 0.125, 0.125, 0.5], [0.125, 0.5, 0.25, 0.125], 0.1875),
    (1, [0.25, 0.125, 0.125, 0.5], [0.125, 0.5, 0.25, 0.125], 0.0625),
)

ASKED = (("beam_step", STEPS), ("score", SCORES), ("top_p", LAWS), ("top_p", EXACT))
STAGES = tuple(
    tuple(lambda student, name=name, one=one: getattr(student, name)(*one) for one in questions)
    for name, questions in ASKED
)
STAGES += tuple(  # first whether it is accepted, then the residual
    tuple(lambda student, part=part, one=one: student.accept(*one)[part] for one in DRAFTS)
    for part in (0, 1)
)


def recognise(student: Student) -> str:
    """The sentence of the mistake whose answers are the student's; "" where none fits."""
    return kit.recognise(student, MISTAKES.values(), STAGES, same)


def same(a: Any, b: Any, close: float = 1e-5) -> bool:
    """Nearly the same numbers, lists of candidates in any order; or the same error in the arithmetic."""
    if isinstance(a, Exception) or isinstance(b, Exception):
        return isinstance(a, ArithmeticError) and type(a) is type(b)
    a, b = _numbers(a), _numbers(b)
    return len(a) == len(b) and all(abs(x - y) <= close for x, y in zip(a, b, strict=True))


def _numbers(answer: Any) -> list[float]:
    if not isinstance(answer, tuple):
        return answer if isinstance(answer, list) else [answer]
    ordered = [sorted(part, key=lambda one: one[1:]) for part in answer]  # kept, ended
    return [len(ordered[0]), *(number for part in ordered for one in part for number in one)]
