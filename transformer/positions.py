"""Positional encodings: one vector per position, added to the token's embedding.

First the formulas, then the modules that models use. `variants/encodings.py` has more encodings.
"""

import math
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor, nn

from transformer.registry import variant


def frequencies(d_model: int, base: float = 10000.0) -> Tensor:
    """ω_i = base^(−2i/d_model) for the pairs i = 0 … d_model/2 − 1, in radians per position; float64.
    Raises `ValueError` if d_model is odd or the base is not positive."""
    if d_model < 2 or d_model % 2:
        raise ValueError(f"d_model is {d_model}, but it must be even and at least 2.")
    if not 0 < base < math.inf:
        raise ValueError(f"base is {base:g}, but it must be positive and finite, such as 10000.")
    pair = torch.arange(d_model // 2, dtype=torch.float64)  # (d_model / 2,)
    return base ** (-2 * pair / d_model)


def sinusoidal(
    length: int,
    d_model: int,
    base: float = 10000.0,
    start: int = 0,
    dtype: torch.dtype = torch.float32,
) -> Tensor:
    """Sines in the even and cosines in the odd dimensions (Vaswani et al. 2017, section 3.5).
    Dimensions 2i and 2i + 1 share the frequency ω_i: the first pair has a period of 2π positions, the
    last of almost base · 2π. Returns (length, d_model)."""
    return torch.stack(waves(length, d_model, base, start), dim=-1).flatten(1).to(dtype)


def waves(length: int, d_model: int, base: float, start: int = 0) -> tuple[Tensor, Tensor]:
    """Sines and cosines of position · ω_i, each (length, d_model / 2), in float64."""
    angle = positions(length, start)[:, None] * frequencies(d_model, base)  # (length, d_model / 2)
    return angle.sin(), angle.cos()


def positions(length: int, start: int = 0) -> Tensor:
    """The position numbers start, start + 1, …, (length,), in float64."""
    if length < 1:
        raise ValueError(f"length is {length}, but it must be at least 1.")
    return torch.arange(start, start + length, dtype=torch.float64)


def shift(offset: int, d_model: int, base: float = 10000.0) -> Tensor:
    """The matrix M with sinusoidal(p + offset) = M @ sinusoidal(p) for every position p.

    Each pair is rotated by offset · ω_i: M (d_model, d_model) has 2 × 2 rotations along its diagonal.
    """
    angle = offset * frequencies(d_model, base)  # (d_model / 2,)
    cos, sin = angle.cos(), angle.sin()
    turn = torch.stack((cos, sin, -sin, cos), dim=-1)  # per pair: [[cos, sin], [−sin, cos]]
    return torch.block_diag(*turn.unflatten(-1, (2, 2))).float()


class FixedPositions(nn.Module):
    """Positions from a formula, `encoding(length, d_model)` → (length, d_model): no parameters, any length.
    The table is not saved. When the model moves (to another device, to float64, from "meta" to real memory),
    the table is recomputed and rounded once."""

    encoding: Callable[..., Tensor] = staticmethod(partial(sinusoidal, dtype=torch.float64))
    table: Tensor

    def __init__(self, d_model: int, max_length: int):
        super().__init__()
        self.d_model = d_model
        like = torch.empty(0, device="cpu")  # never "meta", which would leave the table empty
        self.register_buffer("table", self.computed(max_length, like), persistent=False)

    def computed(self, length: int, like: Tensor) -> Tensor:
        """The first `length` vectors, (length, d_model), with the device and precision of `like`."""
        with torch.device("cpu"):
            return self.encoding(length, self.d_model).to(like)

    def _apply(self, function: Callable, recurse: bool = True) -> "FixedPositions":
        super()._apply(function, recurse)  # called by `.to(…)`, `.double()`, `.to_empty(…)`
        self.table = self.computed(len(self.table), self.table)
        return self

    def forward(self, length: int, start: int = 0) -> Tensor:
        """The vectors from position `start` on, (length, d_model)."""
        if start + length > len(self.table):  # longer than the table: compute a longer one
            self.table = self.computed(2 * (start + length), self.table)
        return self.table[start : start + length]


@variant("position", "sinusoidal")
class SinusoidalPositions(FixedPositions):
    """Sinusoidal positional encoding: waves of many lengths (Vaswani et al. 2017)."""


@variant("position", "rotary")
@variant("position", "none")
class NoPositions(FixedPositions):
    """Zeros: no order, unless the attention itself uses positions (variants/rotary.py)."""

    encoding = staticmethod(torch.zeros)


@variant("position", "learned")
class LearnedPositions(nn.Module):
    """One learned vector per position, up to max_length (Gehring et al. 2017; BERT, GPT)."""

    def __init__(self, d_model: int, max_length: int):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_length, d_model) * 0.02)

    def forward(self, length: int, start: int = 0) -> Tensor:
        """The vectors from position `start` on, (length, d_model); `ValueError` beyond the last position."""
        if start + length > len(self.table):
            raise ValueError(
                f"the text needs {start + length} positions, but the model learned only {len(self.table)}. "
                f"Shorten the text, or train with max_length ≥ {start + length}."
            )
        return self.table[start : start + length]
