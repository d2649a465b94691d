"""Test setup: the student's layer with the weights of the reference, and inputs that identify a mistake."""

from pathlib import Path

import torch
from torch import Tensor, nn

from lessons.kit.diagnose import close_tensors
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.layer import Layer
from transformer.attention import MultiHeadAttention
from transformer.masks import causal

# All sizes differ, so that no two axes can be confused.
BATCH, WORDS, LONGER, HEADS, D_MODEL = 2, 5, 7, 4, 24


def word_vectors(count: int = WORDS, start: int = 0) -> Tensor:
    """Return input vectors (batch, word, d_model)."""
    return 2 * fixed_tensor(BATCH, count, D_MODEL, start=start)


def self_inputs() -> tuple[Tensor, Tensor, Tensor]:
    """Return x, memory and mask of self-attention: 5 words, none attends to a later one."""
    return word_vectors(), word_vectors(), causal(WORDS)


def cross_inputs() -> tuple[Tensor, Tensor, None]:
    """Return x, memory and mask of cross-attention: 7 words attend to 5 others."""
    return word_vectors(LONGER), word_vectors(start=500), None


class Student(Layer):
    """A student's attention layer."""

    exercise = Path(__file__).with_name("exercise.py")
    name, real = "MyAttention", MultiHeadAttention

    @staticmethod
    def build(layer: type[nn.Module]) -> nn.Module:
        return layer(D_MODEL, HEADS, dropout=0.1)

    example = staticmethod(self_inputs)

    @classmethod
    def calls(cls) -> list[tuple[str, tuple]]:
        return [("forward", self_inputs()), ("forward", cross_inputs())]

    @torch.no_grad()
    def run(self, x: Tensor, memory: Tensor, mask: Tensor | None = None) -> Tensor:
        """Turn x (batch, query, d_model) and memory (batch, key, d_model) into (batch, query, d_model)."""
        return self.layer()(x, memory, mask)


LOOSE = 1e-3  # relative tolerance: the exponential of a large number rounds by more than usual
# In the last input, x and memory have the same length, so that a mistake gives numbers instead of a shape error.
QUESTIONS = tuple(
    lambda student, inputs=inputs: vectors(student, *inputs)
    for inputs in (self_inputs(), cross_inputs(), (word_vectors(), word_vectors(start=500)))
)


def vectors(student: Student, x: Tensor, *others: Tensor) -> Tensor:
    """Return the student's vectors; raise RuntimeError if their shape differs from that of x."""
    got = student.run(x, *others)
    if got.shape != x.shape:
        raise RuntimeError(f"{tuple(got.shape)} for {tuple(x.shape)}")
    return got


def equal_where_finite(a: Tensor | Exception, b: Tensor | Exception) -> bool:
    """Compare where both are finite: for an empty row one softmax gives NaN, another zeros."""
    if not (isinstance(a, Tensor) and isinstance(b, Tensor)):  # shapes do not match
        return isinstance(a, RuntimeError | ValueError) and isinstance(b, RuntimeError | ValueError)
    if close_tensors(a, b, LOOSE):
        return True
    both = a.isfinite() & b.isfinite()
    return both.float().mean() >= 0.5 and close_tensors(a[both], b[both], LOOSE)
