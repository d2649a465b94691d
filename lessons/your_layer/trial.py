"""Your own layer under test: the student’s class, with the parameters of the reference implementation."""

from pathlib import Path

import torch
from torch import Tensor, nn

from lessons.kit.fixed_tensor import fixed_tensor
from lessons.kit.layer import Layer
from transformer.cache import KeyValueCache
from transformer.masks import causal
from transformer.variants.alibi import ALiBi

# All sizes differ, so that a mix-up of two axes is noticed.
BATCH, WORDS, HEADS, D_MODEL = 2, 5, 4, 24
AFTER = 3  # words that are already in the cache


def words(count: int = WORDS, start: int = 0) -> Tensor:
    """Return vectors to attend to, (batch, word, d_model)."""
    return 2 * fixed_tensor(BATCH, count, D_MODEL, start=start)


def example() -> tuple[Tensor, Tensor, Tensor]:
    """Return x, memory, mask: 5 words attend to each other, none to a later word."""
    return words(), words(), causal(WORDS)


def late() -> tuple[Tensor, Tensor, None]:
    """Return x, memory, mask: the last 2 of 5 words attend to all of them."""
    return words()[:, -2:], words(), None


class Student(Layer):
    """A student’s attention."""

    exercise = Path(__file__).with_name("exercise.py")
    name, real, methods = "NearerFirst", ALiBi, ("scale",)
    example = staticmethod(example)

    def __init__(self, layer: type[nn.Module] | None = None):
        super().__init__(layer)
        if layer is not None:  # inherited code is in another file
            self.file = layer.scale.__code__.co_filename

    @staticmethod
    def build(layer: type[nn.Module], heads: int = HEADS) -> nn.Module:
        return layer(D_MODEL, heads, dropout=0.1)

    @classmethod
    def calls(cls) -> list[tuple[str, tuple]]:
        step = fixed_tensor(BATCH, HEADS, WORDS, WORDS), D_MODEL // HEADS  # scores, d_k
        return [("forward", example()), ("forward", late()), ("scale", step)]

    @torch.no_grad()
    def run(self, x: Tensor, mask: Tensor | None = None, memory: Tensor | None = None) -> Tensor:
        """Return x (batch, word, d_model) after it attends to itself, or to a longer sequence that ends with x."""
        return self.layer()(x, x if memory is None else memory, mask)

    @torch.no_grad()
    def scaled(self, scores: Tensor) -> Tensor:
        """Return the step’s output for scores (batch, head, query, key)."""
        heads = scores.shape[1]
        return self.layer(heads=heads).scale(scores.clone(), D_MODEL // heads)

    @torch.no_grad()
    def written(self, x: Tensor) -> Tensor:
        """Return the output of a generating decoder: the first words at once, the others one at a time, with a cache."""
        layer, cache, outputs = self.layer(), KeyValueCache(), []
        for new in (x[:, :AFTER], *x[:, AFTER:].split(1, dim=1)):
            seen = cache.length + new.shape[1]
            outputs.append(layer(new, new, causal(new.shape[1], seen), cache))
        return torch.cat(outputs, dim=1)  # (batch, word, d_model)


SCORES = fixed_tensor(BATCH, HEADS, WORDS, WORDS, start=40)
# Each stage runs only if the stages before it are right.
STAGES = (
    (lambda student: student.scaled(4 * SCORES),),
    (lambda student: student.run(words()), lambda student: student.written(words())),
)
