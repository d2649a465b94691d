"""An exercise that is a layer: the student's class, filled with the reference's weights."""

import linecache
from pathlib import Path

import torch
from torch import Tensor, nn

from lessons.kit import checking
from lessons.kit.checking import Failed
from transformer.probe import Trace, probes, record


def numbers(*shape: int, start: int = 0) -> Tensor:
    """Fixed numbers between −1 and 1, irregular enough that no mistake can hide in a pattern."""
    count = torch.Size(shape).numel()
    k = torch.arange(start, start + count, dtype=torch.float64)
    return torch.sin(1.3 * k * k + 0.7 * k).reshape(shape).float()


class Layer:
    """Someone's layer class; `None` stands for the one in exercise.py as it is now on disk."""

    exercise: Path  # the file that a student fills in
    name: str  # of the class in it
    real: type[nn.Module]
    methods: tuple[str, ...] = ("forward",)

    def __init__(self, layer: type[nn.Module] | None = None):
        self.found = layer
        self.file = str(self.exercise) if layer is None else layer.forward.__code__.co_filename

    @staticmethod
    def build(layer: type[nn.Module], **settings) -> nn.Module:
        """A layer of this class, of the size on which all are tried."""
        raise NotImplementedError

    @staticmethod
    def example() -> tuple:
        """What a layer is called with when its probes are read."""
        raise NotImplementedError

    @classmethod
    def reference(cls) -> "Layer":
        """The real one on trial, to compare with."""
        return cls(cls.real)

    @classmethod
    def filled(cls, **settings) -> nn.Module:
        """The real layer with fixed weights, large enough for its answers to be told apart."""
        layer = cls.build(cls.real, **settings).eval()
        with torch.no_grad():
            for place, parameter in enumerate(layer.parameters()):
                parameter.copy_(0.4 * numbers(*parameter.shape, start=1000 * (place + 1)))
        return layer

    def find(self) -> None:
        """Load the class; `Failed` where it is missing or its parameters are not the stub's."""
        name = self.name
        if self.found is None:
            self.found = getattr(checking.load_file(self.exercise), name, None)
        if not (isinstance(self.found, type) and issubclass(self.found, nn.Module)):
            saw = f"there is no class {name}" if self.found is None else f"{name} is no nn.Module"
            raise Failed(saw, f"class {name}(nn.Module)", look_at=checking.shown(self.file))
        for method in self.methods:
            if method not in dir(self.found):
                raise Failed(f"{name} has no {method}", f"def {method}(self, …), as in the stub")
        mine = {k: tuple(v.shape) for k, v in self.build(self.found).state_dict().items()}
        for key, value in self.filled().state_dict().items():
            if mine.get(key) != tuple(value.shape):
                saw = f"{key} of shape {mine[key]}" if key in mine else f"no {key}"
                raise Failed(saw, f"{key} {tuple(value.shape)}, as in the stub")

    def layer(self, **settings) -> nn.Module:
        """A fresh layer in evaluation, with the weights of the reference."""
        layer = self.build(self.found, **settings)
        layer.load_state_dict(self.filled(**settings).state_dict(), strict=False)
        return layer.eval()

    @torch.no_grad()
    def traced(self, *inputs) -> Trace:
        """What the layer's probes saw in one run."""
        layer = self.layer()
        with record(layer) as trace:
            layer(*(inputs or self.example()))
        return trace

    def line(self, name: str) -> str:
        """Where the student hands a value to this probe, for "look at"."""
        line = self.traced().lines.get(name) if name in probes(self.layer()) else None
        if line is None:
            return checking.shown(self.file)
        linecache.checkcache(self.file)  # the probe may remember the file as it was before an edit
        now = linecache.getline(self.file, line.number).strip()
        return checking.place(line.file, line.number, now or line.code)
