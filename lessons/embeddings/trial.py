"""An embedding on trial: the student's class, found in its file and given the reference's weights."""

import linecache
from pathlib import Path

import torch
from torch import Tensor, nn

from lessons.attention.trial import numbers
from lessons.kit import checking
from lessons.kit.checking import Failed
from transformer.embeddings import Embedding
from transformer.probe import Trace, probes, record

EXERCISE = Path(__file__).with_name("exercise.py")
NAME = "MyEmbedding"

# All sizes differ, so that no axis can be taken for another.
BATCH, WORDS, VOCABULARY, D_MODEL, LONGEST, START = 2, 5, 11, 24, 16, 3
DROPPED = 0.5  # share that dropout leaves out while it is watched


def sentences() -> Tensor:
    """Two sentences of five words, (batch, position); no word stands twice at the same place."""
    return torch.tensor([[4, 7, 4, 10, 0], [9, 1, 8, 1, 6]])


def each_word(times: int = 1) -> Tensor:
    """Every word of the vocabulary as a sentence of itself, (vocabulary, times)."""
    return torch.arange(VOCABULARY)[:, None].expand(-1, times)


def vectors() -> Tensor:
    """What a decoder might hand to `scores`, (batch, position, d_model)."""
    return numbers(BATCH, WORDS, D_MODEL, start=700)


def reference(position: str = "sinusoidal") -> Embedding:
    """The real layer with fixed weights."""
    layer = Embedding(VOCABULARY, D_MODEL, position, LONGEST, dropout=0.1).eval()
    with torch.no_grad():
        for place, parameter in enumerate(layer.parameters()):
            parameter.copy_(0.4 * numbers(*parameter.shape, start=1000 * (place + 1)))
    return layer


class Student:
    """Someone's layer class; `None` stands for `MyEmbedding` in exercise.py as it is now on disk."""

    def __init__(self, layer: type[nn.Module] | None = None):
        self.found = layer
        self.file = str(EXERCISE) if layer is None else layer.forward.__code__.co_filename

    def find(self) -> None:
        """Load the class; `Failed` where it is missing or its table is not the stub's."""
        if self.found is None:
            self.found = getattr(checking.load_file(EXERCISE), NAME, None)
        if not (isinstance(self.found, type) and issubclass(self.found, nn.Module)):
            saw = f"there is no class {NAME}" if self.found is None else f"{NAME} is no nn.Module"
            raise Failed(saw, f"class {NAME}(nn.Module)", look_at=checking.shown(self.file))
        for method in ("forward", "scores"):
            if method not in dir(self.found):
                raise Failed(f"{NAME} has no {method}", f"def {method}(self, …), as in the stub")
        built = self.found(VOCABULARY, D_MODEL, "sinusoidal", LONGEST, 0.1)
        shape = tuple(getattr(built.state_dict().get("table.weight"), "shape", ()))
        if shape != (VOCABULARY, D_MODEL):
            saw = f"table.weight of shape {shape}" if shape else "no table.weight"
            raise Failed(saw, f"table.weight ({VOCABULARY}, {D_MODEL}), as in the stub")

    def layer(self, position: str = "sinusoidal", dropout: float = 0.1) -> nn.Module:
        """A fresh layer in evaluation, with the weights of the reference."""
        layer = self.found(VOCABULARY, D_MODEL, position, LONGEST, dropout)
        layer.load_state_dict(reference(position).state_dict(), strict=False)
        return layer.eval()

    @torch.no_grad()
    def run(self, tokens: Tensor, start: int = 0, position: str = "sinusoidal") -> Tensor:
        """tokens (batch, position) → (batch, position, d_model)"""
        layer = self.layer(position)
        return layer(tokens, start) if start else layer(tokens)

    @torch.no_grad()
    def scores(self, given: Tensor) -> Tensor:
        """given (…, d_model) → (…, vocabulary)"""
        return self.layer().scores(given)

    @torch.no_grad()
    def traced(self) -> Trace:
        """What the layer's probes saw in one run."""
        layer = self.layer()
        with record(layer) as trace:
            layer(sentences())
        return trace

    def line(self, name: str) -> str:
        """Where the student hands a value to this probe, for "look at"."""
        line = self.traced().lines.get(name) if name in probes(self.layer()) else None
        if line is None:
            return checking.shown(self.file)
        linecache.checkcache(self.file)  # the probe may remember the file as it was before an edit
        now = linecache.getline(self.file, line.number).strip()
        return checking.place(line.file, line.number, now or line.code)

    def line_of_scores(self) -> str:
        """The method `scores`, which has no probe."""
        code = self.found.scores.__code__
        return checking.place(code.co_filename, code.co_firstlineno, "scores")
