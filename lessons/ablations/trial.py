"""The student's functions on trial: the two of a layer are asked for tensors, those of statistics for
numbers."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any

import torch
from torch import Tensor, nn

from lessons.kit.exercise import Functions, returned
from lessons.kit.layer import numbers
from transformer.layers import Residual
from transformer.measure.statistics import compare, interval
from transformer.variants.norm import layer_norm

# --- the layers ---------------------------------------------------------------------------------

# All sizes differ, so that no axis can be taken for another.
BATCH, WORDS, D_MODEL = 2, 5, 6
EPS, LARGE_EPS = 1e-5, 1.0  # the usual ε hardly shows; the large one does


def vectors(start: int = 0) -> Tensor:
    """(batch, word, d_model): no two vectors have the same mean and spread."""
    stretch, mean = numbers(BATCH, WORDS, 1, start=50).exp(), numbers(BATCH, WORDS, 1, start=90)
    return stretch * numbers(BATCH, WORDS, D_MODEL, start=start) + mean


GAMMA, BETA = 1 + numbers(D_MODEL, start=300) / 2, numbers(D_MODEL, start=400)
MATRIX = numbers(D_MODEL, D_MODEL, start=500)
KEPT = torch.tensor([2.0, 0.0, 2.0, 2.0, 0.0, 2.0])  # (d_model,), as if drawn by lot


def one_norm(x: Tensor) -> Tensor:
    """The LayerNorm that a residual on trial is given."""
    return layer_norm(x, GAMMA, BETA)


def one_sublayer(x: Tensor) -> Tensor:
    """Some sub-layer."""
    return torch.tanh(x @ MATRIX)  # (batch, word, d_model)


def one_dropout(x: Tensor) -> Tensor:
    """Dropout without chance: it always drops the same features."""
    return x * KEPT


def real_residual(x: Tensor, sublayer: Callable, norm: Callable, dropout: Callable) -> Tensor:
    """The machine's residual, with these in the place of its LayerNorm and its dropout."""
    layer = Residual(x.shape[-1], "pre", norm=nn.Identity)
    layer.norm.forward, layer.dropout.forward = norm, dropout
    return layer(x, sublayer)


# --- statistics ---------------------------------------------------------------------------------

Z = 1.96


def real_interval(right: int, count: int, z: float = Z) -> tuple[float, float]:
    """The machine's interval, asked with z in place of the confidence."""
    return interval(right, count, 2 * NormalDist().cdf(z) - 1)


def real_chance(first: Sequence[bool], second: Sequence[bool]) -> float:
    """The machine's p-value."""
    return compare(first, second).chance


def answers(both: int, only_first: int, only_second: int, neither: int = 0) -> tuple[list, list]:
    """What two models got right, with so many sentences of each kind, well mixed."""
    pairs = [(True, True)] * both + [(False, False)] * neither
    pairs += [(True, False)] * only_first + [(False, True)] * only_second
    pairs = pairs[::2] + pairs[1::2]  # their order must not matter
    return [a for a, _ in pairs], [b for _, b in pairs]


# --- the student --------------------------------------------------------------------------------


class Student(Functions):
    """Someone's `layer_norm`, `residual`, `interval` and `chance`; also as one thing that has all four."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {
        "layer_norm": layer_norm,
        "residual": real_residual,
        "interval": real_interval,
        "chance": real_chance,
    }
    trained = ("layer_norm", "residual")
    further = ("interval", "chance")

    def norm(
        self, x: Tensor, gamma: Tensor = GAMMA, beta: Tensor = BETA, eps: float = EPS
    ) -> Tensor:
        """The student's LayerNorm of x; `Failed` where it is no tensor of that shape."""
        return self._tensor("layer_norm", self.call("layer_norm", x, gamma, beta, eps), x)

    def slopes(self, x: Tensor) -> Tensor:
        """How a sum over the student's LayerNorm changes with each number of x."""
        x = x.clone().requires_grad_()
        got = self.norm(x)
        if not got.requires_grad:
            raise self.failed("layer_norm", "no gradient flows back to x", "tensors throughout")
        (slopes,) = torch.autograd.grad((got * numbers(*x.shape, start=700)).sum(), x)
        return slopes

    def residual(
        self,
        x: Tensor,
        sublayer: Callable = one_sublayer,
        norm: Callable = one_norm,
        dropout: Callable = one_dropout,
    ) -> Tensor:
        """The student's residual of x; `Failed` where it is no tensor of that shape."""
        return self._tensor("residual", self.call("residual", x, sublayer, norm, dropout), x)

    def interval(self, *arguments) -> tuple[float, float]:
        """The student's interval; `Failed` where it is not two numbers."""
        got = self.call("interval", *arguments)
        if not isinstance(got, Sequence) or len(got) != 2 or isinstance(got, str):
            what = returned(got) if got is None else f"returned {got!r}"
            raise self.failed("interval", f"interval {what}", "two numbers: low, high")
        return self._number("interval", got[0]), self._number("interval", got[1])

    def chance(self, first: list, second: list) -> float:
        """The student's p-value; `Failed` where it is no number."""
        return self._number("chance", self.call("chance", list(first), list(second)))

    def _tensor(self, name: str, got: Any, like: Tensor) -> Tensor:
        expected = f"a tensor {tuple(like.shape)}"
        if not isinstance(got, Tensor):
            raise self.failed(name, f"{name} {returned(got)}", expected)
        if got.shape != like.shape:
            raise self.failed(name, f"shape {tuple(got.shape)}", f"{tuple(like.shape)}")
        return got

    def _number(self, name: str, got: Any) -> float:
        try:
            value = float(got)
        except (TypeError, ValueError):
            raise self.failed(name, f"{name} {returned(got)}", "a number") from None
        if not math.isfinite(value):
            raise self.failed(name, f"{name} returned {value}", "a number")
        return value
