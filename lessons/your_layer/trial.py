"""A layer of one's own on trial: the student's class, with the weights of the reference."""

from pathlib import Path

import torch
from torch import Tensor, nn

from lessons.kit.layer import Layer
from lessons.kit.numbers import numbers
from transformer.cache import KeyValueCache
from transformer.masks import causal
from transformer.variants.alibi import ALiBi

# All sizes differ, so that no axis can be taken for another.
BATCH, WORDS, HEADS, D_MODEL = 2, 5, 4, 24
AFTER = 3  # words that a cache knows already


def words(count: int = WORDS, start: int = 0) -> Tensor:
    """Vectors to look at, (batch, word, d_model)."""
    return 2 * numbers(BATCH, count, D_MODEL, start=start)


def example() -> tuple[Tensor, Tensor, Tensor]:
    """x, memory, mask: 5 words look at themselves, none at a later one."""
    return words(), words(), causal(WORDS)


def late() -> tuple[Tensor, Tensor, None]:
    """x, memory, mask: the last 2 of 5 words look at all of them."""
    return words()[:, -2:], words(), None


class Student(Layer):
    """Someone's attention."""

    exercise = Path(__file__).with_name("exercise.py")
    name, real, methods = "NearerFirst", ALiBi, ("scale",)
    example = staticmethod(example)

    def __init__(self, layer: type[nn.Module] | None = None):
        super().__init__(layer)
        if layer is not None:  # what is inherited stands in another file
            self.file = layer.scale.__code__.co_filename

    @staticmethod
    def build(layer: type[nn.Module], heads: int = HEADS) -> nn.Module:
        return layer(D_MODEL, heads, dropout=0.1)

    @classmethod
    def calls(cls) -> list[tuple[str, tuple]]:
        step = numbers(BATCH, HEADS, WORDS, WORDS), D_MODEL // HEADS  # scores, d_k
        return [("forward", example()), ("forward", late()), ("scale", step)]

    @torch.no_grad()
    def run(self, x: Tensor, mask: Tensor | None = None, memory: Tensor | None = None) -> Tensor:
        """x (batch, word, d_model) looks at itself, or at more words that it ends → the same shape."""
        return self.layer()(x, x if memory is None else memory, mask)

    @torch.no_grad()
    def scaled(self, scores: Tensor) -> Tensor:
        """What the step makes of scores (batch, head, query, key)."""
        heads = scores.shape[1]
        return self.layer(heads=heads).scale(scores.clone(), D_MODEL // heads)

    @torch.no_grad()
    def written(self, x: Tensor) -> Tensor:
        """As a decoder writes: the first words at once, the others one at a time, with a cache."""
        layer, cache, found = self.layer(), KeyValueCache(), []
        for new in (x[:, :AFTER], *x[:, AFTER:].split(1, dim=1)):
            seen = cache.length + new.shape[1]
            found.append(layer(new, new, causal(new.shape[1], seen), cache))
        return torch.cat(found, dim=1)  # (batch, word, d_model)


SCORES = numbers(BATCH, HEADS, WORDS, WORDS, start=40)
# Each only where those before are right.
STAGES = (
    (lambda student: student.scaled(4 * SCORES),),
    (lambda student: student.run(words()), lambda student: student.written(words())),
)
