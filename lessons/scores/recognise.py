"""Which mistake is it? What each function is asked, in the order in which they are written."""

from typing import Any

from lessons.kit import recognise as kit
from lessons.scores.mistakes import MISTAKES
from lessons.scores.trial import D_K, KEYS, Student, looked_up, matrix, network, pair

# With different sizes, and with equal ones, where more mistakes give a number.
GENERAL = (
    lambda student: student.found["general"](*pair(d_q=D_K), matrix(D_K)),
    lambda student: student.found["general"](*pair(), matrix()),
)
ADDITIVE = (
    lambda student: student.found["additive"](*pair(), *network()),
    lambda student: student.found["additive"](*pair(KEYS), *network()),
)
LOOKUP = tuple(
    lambda student, t=t, d=d: student.found["soft_lookup"](*looked_up(d), t)
    for t, d in ((0.5, 2), (3.0, 5), (1e-3, 2))
)


def recognise(student: Student) -> str:
    """The sentence of the mistake that the first wrong function makes; "" where none fits."""
    return kit.recognise(student, MISTAKES.values(), (GENERAL, ADDITIVE, LOOKUP), same)


def same(a: Any, b: Any) -> bool:
    """Nearly the same numbers; which error it is depends on how the same mistake is written."""
    return kit.close(a, b) or (isinstance(a, Exception) and isinstance(b, Exception))
