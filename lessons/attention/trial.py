"""A layer on trial: the student's class, with the reference's weights, and what is asked to name a mistake."""

from pathlib import Path

import torch
from torch import Tensor, nn

from lessons.kit.layer import Layer
from lessons.kit.numbers import numbers
from lessons.kit.recognise import close
from transformer.attention import MultiHeadAttention
from transformer.masks import causal

# All sizes differ, so that no axis can be taken for another.
BATCH, WORDS, LONGER, HEADS, D_MODEL = 2, 5, 7, 4, 24


def words(count: int = WORDS, start: int = 0) -> Tensor:
    """Vectors to look at, (batch, word, d_model)."""
    return 2 * numbers(BATCH, count, D_MODEL, start=start)


def square() -> tuple[Tensor, Tensor, Tensor]:
    """x, memory, mask of self-attention: 5 words look at themselves, none at a later one."""
    return words(), words(), causal(WORDS)


def cross() -> tuple[Tensor, Tensor, None]:
    """x, memory, mask of cross-attention: 7 words look at 5 others."""
    return words(LONGER), words(start=500), None


class Student(Layer):
    """Someone's attention."""

    exercise = Path(__file__).with_name("exercise.py")
    name, real = "MyAttention", MultiHeadAttention

    @staticmethod
    def build(layer: type[nn.Module]) -> nn.Module:
        return layer(D_MODEL, HEADS, dropout=0.1)

    example = staticmethod(square)

    @classmethod
    def calls(cls) -> list[tuple[str, tuple]]:
        return [("forward", square()), ("forward", cross())]

    @torch.no_grad()
    def run(self, x: Tensor, memory: Tensor, mask: Tensor | None = None) -> Tensor:
        """x (batch, query, d_model), memory (batch, key, d_model) → (batch, query, d_model)."""
        return self.layer()(x, memory, mask)


LOOSE = 1e-3  # share of a number: e to the power of a large one rounds by more than usual
# The last one: as many words as are looked at, so that a mistake gives a number where sizes would clash.
QUESTIONS = tuple(
    lambda student, given=given: vectors(student, *given)
    for given in (square(), cross(), (words(), words(start=500)))
)


def vectors(student: Student, x: Tensor, *others: Tensor) -> Tensor:
    """The student's vectors; whether another number of them is an error depends on how it is written."""
    got = student.run(x, *others)
    if got.shape != x.shape:
        raise RuntimeError(f"{tuple(got.shape)} for {tuple(x.shape)}")
    return got


def same(a: Tensor | Exception, b: Tensor | Exception) -> bool:
    """Equal wherever both are numbers: for an empty row one softmax gives NaN, another zeros."""
    if not (isinstance(a, Tensor) and isinstance(b, Tensor)):  # shapes that do not fit
        return isinstance(a, RuntimeError | ValueError) and isinstance(b, RuntimeError | ValueError)
    if close(a, b, LOOSE):
        return True
    both = a.isfinite() & b.isfinite()
    return both.float().mean() >= 0.5 and close(a[both], b[both], LOOSE)
