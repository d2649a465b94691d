"""Which mistake is it? What the student's functions are asked; each only where those before are right."""

from typing import Any

from torch import Tensor

from lessons.block.mistakes import MISTAKES
from lessons.block.trial import LARGE_EPS, Student, parts_of_x, vectors
from lessons.kit import recognise as kit

FORWARD = (lambda student: student.forward(vectors()),)
LAYER = (
    lambda student: student.layer(vectors(), True),
    lambda student: student.layer(vectors(), False),
)
SPLIT = (
    lambda student: student.split(parts_of_x()),
    lambda student: student.split(parts_of_x(), LARGE_EPS),
)


def recognise(student: Student) -> str:
    """The sentence of the mistake whose answers are the student's; "" where none fits."""
    return kit.recognise(student, MISTAKES.values(), (FORWARD, LAYER, SPLIT), same)


def same(a: Any, b: Any) -> bool:
    """Nearly the same numbers; an error is like nothing."""
    return isinstance(a, Tensor) and kit.close(a, b)
