"""Ways to tell the model where a token stands: one vector per position, added to the token's.

First the codes, which are formulas: position → vector. Then the modules that hand them to a model.
Rotary positions add nothing; they turn queries and keys (`transformer/variants/rotary.py`).
"""

import math

import torch
from torch import Tensor, nn


def frequencies(d_model: int, base: float = 10000.0) -> Tensor:
    """ω_i = base^(−2i/d_model) for the pairs i = 0 … d_model/2 − 1, in radians a position; float64.

    Raises `ValueError` where the formula has no meaning: an odd d_model, a base that is not positive.
    """
    if d_model < 2 or d_model % 2:
        raise ValueError(
            f"d_model {d_model}: each sine is paired with a cosine, so it must be even, at least 2"
        )
    if not 0 < base < math.inf:
        raise ValueError(f"base {base:g}: its powers must be positive numbers; the paper has 10000")
    pair = torch.arange(d_model // 2, dtype=torch.float64)  # (d_model / 2,)
    return base ** (-2 * pair / d_model)


def wavelengths(d_model: int, base: float = 10000.0) -> Tensor:
    """After how many positions each pair has turned once: 2π … almost base · 2π; (d_model / 2,)."""
    return (2 * math.pi / frequencies(d_model, base)).float()


def sinusoidal(length: int, d_model: int, base: float = 10000.0, start: int = 0) -> Tensor:
    """Sines in the even, cosines in the odd dimensions (Vaswani et al. 2017, section 3.5).

    Dimensions 2i and 2i + 1 share the frequency ω_i: the first pair turns once in 2π positions, the
    last one needs almost base · 2π. Returns (length, d_model).
    """
    return torch.stack(_waves(length, d_model, base, start), dim=-1).flatten(1).float()


def concatenated(length: int, d_model: int, base: float = 10000.0) -> Tensor:
    """All sines, then all cosines: the same numbers as `sinusoidal` in another order of columns.

    Returns (length, d_model).
    """
    return torch.cat(_waves(length, d_model, base), dim=-1).float()


def _waves(length: int, d_model: int, base: float, start: int = 0) -> tuple[Tensor, Tensor]:
    """Sines and cosines of position · ω_i, each (length, d_model / 2), in float64."""
    angle = _places(length, start)[:, None] * frequencies(d_model, base)  # (length, d_model / 2)
    return angle.sin(), angle.cos()


def _places(length: int, start: int = 0) -> Tensor:
    if length < 1:
        raise ValueError(f"length {length}: there must be at least one position")
    return torch.arange(start, start + length, dtype=torch.float64)  # (length,)


def shift(offset: int, d_model: int, base: float = 10000.0) -> Tensor:
    """The matrix M with sinusoidal(p + offset) = M @ sinusoidal(p) for every position p.

    Each pair is turned by offset · ω_i, so M holds 2 × 2 rotations along its diagonal: the same
    linear map leads from any position to the one `offset` further. Returns (d_model, d_model).
    """
    angle = offset * frequencies(d_model, base)  # (d_model / 2,)
    cos, sin = angle.cos(), angle.sin()
    turn = torch.stack((cos, sin, -sin, cos), dim=-1).unflatten(
        -1, (2, 2)
    )  # [[cos, sin], [−sin, cos]]
    return torch.block_diag(*turn).float()


def binary(length: int, d_model: int, start: int = 0) -> Tensor:
    """The position as a binary number, lowest bit first, zeros in what is left; (length, d_model).

    Raises `ValueError` where d_model bits are too few.
    """
    places = _places(length, start).long()
    if int(places[-1]).bit_length() > d_model:
        raise ValueError(
            f"position {int(places[-1])} needs {int(places[-1]).bit_length()} bits, "
            f"but a vector has only d_model {d_model} numbers"
        )
    bits = min(d_model, 62)  # an integer has no more; further dimensions stay 0
    code = places[:, None] >> torch.arange(bits) & 1  # (length, bits)
    return nn.functional.pad(code.float(), (0, d_model - bits))


def index(length: int, d_model: int, start: int = 0) -> Tensor:
    """The position itself in dimension 0, zeros elsewhere: it outgrows every other number.

    Returns (length, d_model).
    """
    return _first(_places(length, start), d_model)


def normalised(length: int, d_model: int) -> Tensor:
    """From 0 at the first to 1 at the last position, in dimension 0; (length, d_model).

    The step depends on the length, which a decoder does not know before it has finished: so this is
    a code to look at, not one that a model here can be trained with.
    """
    return _first(_places(length) / max(1, length - 1), d_model)


def _first(values: Tensor, d_model: int) -> Tensor:
    if d_model < 1:
        raise ValueError(f"d_model {d_model}: a vector has at least one number")
    return nn.functional.pad(values[:, None].float(), (0, d_model - 1))  # (length, d_model)


class FixedPositions(nn.Module):
    """A formula: nothing to learn, and no longest sentence."""

    def __init__(self, d_model: int, max_length: int, code=sinusoidal):
        super().__init__()
        self.code, self.d_model = code, d_model
        self.register_buffer("table", code(max_length, d_model), persistent=False)

    def forward(self, length: int, start: int = 0) -> Tensor:
        if start + length > len(self.table):  # longer than ever before: compute a longer table
            longer = self.code(2 * (start + length), self.d_model)
            self.table = longer.to(self.table.device)
        return self.table[start : start + length]  # (length, d_model)


class SinusoidalPositions(FixedPositions):
    """Waves of many lengths (Vaswani et al. 2017)."""


class BinaryPositions(FixedPositions):
    """The bits of the position."""

    def __init__(self, d_model: int, max_length: int):
        super().__init__(d_model, max_length, binary)


class IndexPositions(FixedPositions):
    """The position as one growing number."""

    def __init__(self, d_model: int, max_length: int):
        super().__init__(d_model, max_length, index)


class LearnedPositions(nn.Module):
    """One learned vector per position (Gehring et al. 2017; BERT, GPT): nothing beyond max_length."""

    def __init__(self, d_model: int, max_length: int):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_length, d_model) * 0.02)

    def forward(self, length: int, start: int = 0) -> Tensor:
        if start + length > len(self.table):
            raise ValueError(
                f"{start + length} positions, but this model learned only {len(self.table)}: "
                f"shorten the text, or train with max_length ≥ {start + length}"
            )
        return self.table[start : start + length]  # (length, d_model)


class NoPositions(nn.Module):
    """Zeros: without positions a Transformer sees a bag of words."""

    def __init__(self, d_model: int, max_length: int):
        super().__init__()
        self.register_buffer("zero", torch.zeros(1, d_model), persistent=False)

    def forward(self, length: int, start: int = 0) -> Tensor:
        return self.zero.expand(length, -1)  # (length, d_model)


POSITIONS = {
    "sinusoidal": SinusoidalPositions,
    "learned": LearnedPositions,
    "binary": BinaryPositions,
    "index": IndexPositions,
    "rotary": NoPositions,  # self-attention turns queries and keys instead: transformer/variants/rotary.py
    "none": NoPositions,
}
