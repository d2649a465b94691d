"""Which mistake is it? What the student's functions are asked; each only where those before are right."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from lessons.ablations.mistakes import MISTAKES
from lessons.ablations.trial import BETA, D_MODEL, GAMMA, LARGE_EPS, Student, answers, vectors
from lessons.kit import recognise as kit

# Values, a large ε, a vector of equal numbers, and gradients.
NORMS = (
    lambda student: student.norm(vectors()),
    lambda student: student.norm(vectors(), GAMMA, BETA, LARGE_EPS),
    lambda student: student.norm(torch.full((1, 1, D_MODEL), 3.0)),
    lambda student: student.slopes(vectors()),
)
# Ends and middle, few and many, another z; with and without sentences on which both agree.
SHARES = ((0, 20), (20, 20), (1, 20), (7, 20), (180, 200), (7, 20, 1.0))
KINDS = ((30, 9, 2, 5), (40, 1, 6), (0, 4, 4), (10, 0, 10, 3))
INTERVALS = tuple(lambda student, asked=asked: student.interval(*asked) for asked in SHARES)
CHANCES = tuple(lambda student, kinds=kinds: student.chance(*answers(*kinds)) for kinds in KINDS)


def added(student: Student) -> Tensor:
    """What the residual gives, and x as it is afterwards."""
    x = vectors()
    return torch.cat((student.residual(x), x))


def recognise(student: Student) -> str:
    """The sentence of the mistake whose answers are the student's; "" where none fits."""
    stages = (NORMS, (added,), INTERVALS, CHANCES)
    return kit.recognise(student, MISTAKES.values(), stages, same)


def same(a: Any, b: Any, close: float = 1e-6) -> bool:
    """Two tensors, two numbers or two pairs that are nearly the same; an error is like nothing."""
    if isinstance(a, Tensor) or isinstance(b, Tensor):
        return kit.close(a, b)
    if isinstance(a, Exception) or isinstance(b, Exception):
        return False
    a, b = (one if isinstance(one, Sequence) else (one,) for one in (a, b))
    return all(abs(x - y) <= close for x, y in zip(a, b, strict=True))
