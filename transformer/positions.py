"""Ways to tell the model where a token stands: one vector per position, added to the token's.

First the formulas, then the modules that hand them to a model. `variants/encodings.py` has more of them.
"""

import math
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor, nn

from transformer.registry import variant


def frequencies(d_model: int, base: float = 10000.0) -> Tensor:
    """ω_i = base^(−2i/d_model) for the pairs i = 0 … d_model/2 − 1, in radians a position; float64.
    Raises `ValueError` where the formula has no meaning: an odd d_model, a base that is not positive.
    """
    if d_model < 2 or d_model % 2:
        raise ValueError(f"d_model {d_model}: sines come with cosines, so it must be even, ≥ 2")
    if not 0 < base < math.inf:
        raise ValueError(f"base {base:g}: its powers must be positive numbers; the paper has 10000")
    pair = torch.arange(d_model // 2, dtype=torch.float64)  # (d_model / 2,)
    return base ** (-2 * pair / d_model)


def sinusoidal(
    length: int,
    d_model: int,
    base: float = 10000.0,
    start: int = 0,
    dtype: torch.dtype = torch.float32,
) -> Tensor:
    """Sines in the even, cosines in the odd dimensions (Vaswani et al. 2017, section 3.5).
    Dimensions 2i and 2i + 1 share the frequency ω_i: the first pair turns once in 2π positions, the
    last one needs almost base · 2π. Returns (length, d_model).
    """
    return torch.stack(waves(length, d_model, base, start), dim=-1).flatten(1).to(dtype)


def waves(length: int, d_model: int, base: float, start: int = 0) -> tuple[Tensor, Tensor]:
    """Sines and cosines of position · ω_i, each (length, d_model / 2), in float64."""
    angle = positions(length, start)[:, None] * frequencies(d_model, base)  # (length, d_model / 2)
    return angle.sin(), angle.cos()


def positions(length: int, start: int = 0) -> Tensor:
    """start, start + 1, …: so many numbers of positions, (length,), in float64."""
    if length < 1:
        raise ValueError(f"length {length}: there must be at least one position")
    return torch.arange(start, start + length, dtype=torch.float64)


def shift(offset: int, d_model: int, base: float = 10000.0) -> Tensor:
    """The matrix M with sinusoidal(p + offset) = M @ sinusoidal(p) for every position p.

    Each pair is turned by offset · ω_i: 2 × 2 rotations along the diagonal of M (d_model, d_model).
    """
    angle = offset * frequencies(d_model, base)  # (d_model / 2,)
    cos, sin = angle.cos(), angle.sin()
    turn = torch.stack((cos, sin, -sin, cos), dim=-1)  # of each pair [[cos, sin], [−sin, cos]]
    return torch.block_diag(*turn.unflatten(-1, (2, 2))).float()


class FixedPositions(nn.Module):
    """A formula, the step `encoding(length, d_model)` → (length, d_model): nothing to learn, and no longest
    sentence. The table is not saved; wherever the model goes (another device, float64, from "meta" to
    real memory), it is computed anew and rounded once."""

    encoding: Callable[..., Tensor] = staticmethod(partial(sinusoidal, dtype=torch.float64))
    table: Tensor

    def __init__(self, d_model: int, max_length: int):
        super().__init__()
        self.d_model = d_model
        like = torch.empty(0, device="cpu")  # never "meta": nobody would fill it in
        self.register_buffer("table", self.computed(max_length, like), persistent=False)

    def computed(self, length: int, like: Tensor) -> Tensor:
        """The first vectors, (length, d_model), on the device of `like` and in its precision."""
        with torch.device("cpu"):
            return self.encoding(length, self.d_model).to(like)

    def _apply(self, function: Callable, recurse: bool = True) -> "FixedPositions":
        super()._apply(function, recurse)  # what `.to(…)`, `.double()` and `.to_empty(…)` call
        self.table = self.computed(len(self.table), self.table)
        return self

    def forward(self, length: int, start: int = 0) -> Tensor:
        """The vectors from position `start` on, (length, d_model)."""
        if start + length > len(self.table):  # longer than ever before: compute a longer table
            self.table = self.computed(2 * (start + length), self.table)
        return self.table[start : start + length]


@variant("position", "sinusoidal")
class SinusoidalPositions(FixedPositions):
    """Waves of many lengths (Vaswani et al. 2017)."""


@variant("position", "rotary")
@variant("position", "none")
class NoPositions(FixedPositions):
    """Zeros: a bag of words, unless attention itself knows the places (variants/rotary.py)."""

    encoding = staticmethod(torch.zeros)


@variant("position", "learned")
class LearnedPositions(nn.Module):
    """One learned vector per position (Gehring et al. 2017; BERT, GPT): nothing beyond max_length."""

    def __init__(self, d_model: int, max_length: int):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_length, d_model) * 0.02)

    def forward(self, length: int, start: int = 0) -> Tensor:
        """The vectors from position `start` on, (length, d_model); `ValueError` beyond the last."""
        if start + length > len(self.table):
            raise ValueError(
                f"{start + length} positions, but this model learned only {len(self.table)}: "
                f"shorten the text, or train with max_length ≥ {start + length}"
            )
        return self.table[start : start + length]
