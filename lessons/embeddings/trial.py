"""Test setup: the student's embedding with the weights of the reference."""

from collections.abc import Callable
from inspect import signature
from pathlib import Path

import torch
from torch import Tensor, nn

from lessons.kit.diagnose import close_tensors
from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.layer import Layer
from transformer.config import LayerConfig
from transformer.embeddings import Embedding

# All sizes differ, so that no two axes can be confused.
BATCH, WORDS, VOCABULARY, D_MODEL, LONGEST, START = 2, 5, 11, 24, 16, 3
DROPPED = 0.25  # dropout rate in the test; not the usual 0.5


def sentences() -> Tensor:
    """Return two sentences of five words, (batch, position); no word occurs twice at the same position."""
    return torch.tensor([[4, 7, 4, 10, 0], [9, 1, 8, 1, 6]])


def each_word(times: int = 1) -> Tensor:
    """Return every word of the vocabulary as its own sentence, (vocabulary, times)."""
    return torch.arange(VOCABULARY)[:, None].expand(-1, times)


def vectors() -> Tensor:
    """Return possible decoder outputs for `scores`, (batch, position, d_model)."""
    return fixed_tensor(BATCH, WORDS, D_MODEL, start=700)


class Student(Layer):
    """A student's embedding."""

    exercise = Path(__file__).with_name("exercise.py")
    name, real, methods = "MyEmbedding", Embedding, ("forward", "scores")
    settings = ({}, {"position": "learned"})

    @staticmethod
    def build(
        layer: type[nn.Module], position: str = "sinusoidal", dropout: float = 0.1
    ) -> nn.Module:
        if "config" in signature(layer).parameters:  # the course's own
            sizes = {"d_model": D_MODEL, "max_length": LONGEST}
            return layer(VOCABULARY, LayerConfig(**sizes, position=position, dropout=dropout))
        return layer(VOCABULARY, D_MODEL, position, LONGEST, dropout)

    @staticmethod
    def example() -> tuple[Tensor]:
        return (sentences(),)

    @classmethod
    def calls(cls) -> list[tuple[str, tuple]]:
        forward = [(sentences(), START), (sentences()[:, :START],)]
        return [*(("forward", arguments) for arguments in forward), ("scores", (vectors(),))]

    @torch.no_grad()
    def run(self, tokens: Tensor, start: int = 0, position: str = "sinusoidal") -> Tensor:
        """tokens (batch, position) → (batch, position, d_model)"""
        layer = self.layer(position=position)
        return layer(tokens, start) if start else layer(tokens)

    @torch.no_grad()
    def scores(self, hidden: Tensor) -> Tensor:
        """given (…, d_model) → (…, vocabulary)"""
        return self.layer().scores(hidden)

    def gradient(self, run: Callable[..., Tensor]) -> Tensor:
        """Return the gradient of the table, (vocabulary, d_model); zeros if none reaches it."""
        layer = self.layer()
        with torch.enable_grad():
            answer = run(layer)
            if answer.requires_grad:
                (answer * fixed_tensor(*answer.shape, start=300)).sum().backward()
        learned = layer.table.weight.grad
        return torch.zeros_like(layer.table.weight) if learned is None else learned


# Vectors from position 0 and from `START` on, logits, and the gradients of the table. `scores` is called only if
# `forward` is right, so that a mistake in `forward` is named while `scores` is still unwritten.
STAGES = (
    (
        lambda student: student.run(sentences()),
        lambda student: student.run(sentences(), START),
        lambda student: student.gradient(lambda layer: layer(sentences())),
    ),
    (
        lambda student: student.scores(vectors()),
        lambda student: student.gradient(lambda layer: layer.scores(vectors())),
    ),
)


def equal_answers(a: object, b: object) -> bool:
    """Return whether two answers are nearly equal, or two errors have the same message."""
    if isinstance(a, Exception) and isinstance(b, Exception):
        return str(a) == str(b)
    return close_tensors(a, b)
