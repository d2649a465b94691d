"""Which mistake is it? The one whose output is the student's."""

from collections.abc import Callable

import torch
from torch import Tensor

from lessons.attention.mistakes import MISTAKES
from lessons.attention.trial import Student, cross, square


def recognise(student: Student) -> str:
    """The sentence of the mistake whose output is the student's; "" where none fits."""
    mine = _outcomes(student.run)
    for mistake in MISTAKES:
        if _same(mine, _outcomes(Student(mistake).run)):
            return mistake.sentence
    return ""


def _outcomes(run: Callable[..., Tensor]) -> list[Tensor | None]:
    """What comes out of self- and of cross-attention; None where it raises."""
    outcomes: list[Tensor | None] = []
    for inputs in (square(), cross()):
        try:
            outcomes.append(run(*inputs))
        except (RuntimeError, ValueError):
            outcomes.append(None)
    return outcomes


def _same(mine: list[Tensor | None], theirs: list[Tensor | None]) -> bool:
    """Equal wherever mine is a number: for an empty row one softmax gives NaN, another zeros."""
    if all(value is None for value in mine):
        return False
    for a, b in zip(mine, theirs, strict=True):
        if a is None or b is None:
            if a is not b:
                return False
            continue
        if not isinstance(a, Tensor) or a.shape != b.shape:
            return False
        both = a.isfinite() & b.isfinite()
        if both.float().mean() < 0.5 or not torch.allclose(a[both], b[both], atol=1e-4):
            return False
    return True
