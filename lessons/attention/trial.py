"""A layer on trial: the student's class, found in its file and filled with the reference's weights."""

from pathlib import Path

import torch
from torch import Tensor, nn

from lessons.kit import checking
from lessons.kit.checking import Failed
from transformer.attention import MultiHeadAttention
from transformer.masks import causal
from transformer.probe import Trace, probes, record

EXERCISE = Path(__file__).with_name("exercise.py")
NAME = "MyAttention"

# All sizes differ, so that no axis can be taken for another.
BATCH, WORDS, LONGER, HEADS, D_MODEL = 2, 5, 7, 4, 24


def numbers(*shape: int, start: int = 0) -> Tensor:
    """Fixed numbers between −1 and 1, irregular enough that no mistake can hide in a pattern."""
    count = torch.Size(shape).numel()
    k = torch.arange(start, start + count, dtype=torch.float64)
    return torch.sin(1.3 * k * k + 0.7 * k).reshape(shape).float()


def words(count: int = WORDS, start: int = 0) -> Tensor:
    """Vectors to look at, (batch, word, d_model)."""
    return 2 * numbers(BATCH, count, D_MODEL, start=start)


def square() -> tuple[Tensor, Tensor, Tensor]:
    """x, memory, mask of self-attention: 5 words look at themselves, none at a later one."""
    return words(), words(), causal(WORDS)


def cross() -> tuple[Tensor, Tensor, None]:
    """x, memory, mask of cross-attention: 7 words look at 5 others."""
    return words(LONGER), words(start=500), None


def reference() -> MultiHeadAttention:
    """The real layer with fixed weights, large enough for attention to have preferences."""
    layer = MultiHeadAttention(D_MODEL, HEADS, dropout=0.1).eval()
    with torch.no_grad():
        for place, parameter in enumerate(layer.parameters()):
            parameter.copy_(0.4 * numbers(*parameter.shape, start=1000 * (place + 1)))
    return layer


class Student:
    """Someone's layer class; `None` stands for `MyAttention` in exercise.py as it is now on disk."""

    def __init__(self, layer: type[nn.Module] | None = None):
        self.found = layer
        self.file = str(EXERCISE) if layer is None else layer.forward.__code__.co_filename

    def find(self) -> None:
        """Load the class; `Failed` where it is missing or its parameters are not the stub's."""
        if self.found is None:
            self.found = getattr(checking.load_file(EXERCISE), NAME, None)
        if not (isinstance(self.found, type) and issubclass(self.found, nn.Module)):
            saw = f"there is no class {NAME}" if self.found is None else f"{NAME} is no nn.Module"
            raise Failed(saw, f"class {NAME}(nn.Module)", look_at=checking.shown(self.file))
        mine = {k: tuple(v.shape) for k, v in self.found(D_MODEL, HEADS).state_dict().items()}
        for name, value in reference().state_dict().items():
            if mine.get(name) != tuple(value.shape):
                saw = f"{name} of shape {mine[name]}" if name in mine else f"no {name}"
                raise Failed(saw, f"{name} {tuple(value.shape)}, as in the stub")

    def layer(self) -> nn.Module:
        """A fresh layer in evaluation, with the weights of the reference."""
        layer = self.found(D_MODEL, HEADS, dropout=0.1)
        layer.load_state_dict(reference().state_dict(), strict=False)
        return layer.eval()

    @torch.no_grad()
    def run(self, x: Tensor, memory: Tensor, mask: Tensor | None = None) -> Tensor:
        """x (batch, query, d_model), memory (batch, key, d_model) → (batch, query, d_model)."""
        return self.layer()(x, memory, mask)

    @torch.no_grad()
    def traced(self, x: Tensor, memory: Tensor, mask: Tensor | None = None) -> Trace:
        """What the layer's probes saw in one run."""
        layer = self.layer()
        with record(layer) as trace:
            layer(x, memory, mask)
        return trace

    def line(self, name: str) -> str:
        """Where the student hands a value to this probe, for "look at"."""
        line = self.traced(*square()).lines.get(name) if name in probes(self.layer()) else None
        if line is None:
            return checking.shown(self.file)
        return checking.place(line.file, line.number, line.code)
