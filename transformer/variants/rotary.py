"""Rotary positions (Su et al. 2021, RoFormer): queries and keys are turned, nothing is added."""

import torch
from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.positions import frequencies
from transformer.variants import variant


def rotate(x: Tensor, start: int = 0, base: float = 10000.0) -> Tensor:
    """Turn each pair (x_2i, x_2i+1) at position p by the angle p · ω_i; (…, position, d_k) → same.

    The dot product of a turned query and a turned key depends on where they stand only through the
    distance between them (section 3.2.2). Raises `ValueError` for an odd d_k.
    """
    position = torch.arange(start, start + x.shape[-2], dtype=torch.float64)
    angle = position[:, None] * frequencies(x.shape[-1], base)  # (position, d_k / 2)
    cos, sin = angle.cos().to(x), angle.sin().to(x)
    even, odd = x[..., 0::2], x[..., 1::2]  # (…, position, d_k / 2)
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2)


def kernel(offsets: Tensor, d_k: int, base: float = 10000.0) -> Tensor:
    """What two equal vectors of ones score at each offset, as a share of their score at offset 0.

    Each pair of ones contributes cos(offset · ω_i): the mean over all pairs. (offset,) → (offset,).
    """
    angle = offsets.double()[:, None] * frequencies(d_k, base)  # (offset, d_k / 2)
    return angle.cos().mean(-1).float()


@variant("attention", "rotary")
class RotaryAttention(MultiHeadAttention):
    """Self-attention in which a score knows how far apart its two words stand.

    Cross-attention compares positions of two different texts, so there the standard layer is used. What
    to look for: diagonals that stay where they are when a word is put before the sentence.
    """

    self_only = True

    def rotate_positions(self, x: Tensor, start: int) -> Tensor:
        # Keys of the cache were turned when they came.
        return rotate(x, start)  # (batch, head, position, d_k)
