"""Rotary positions (Su et al. 2021, RoFormer): queries and keys are rotated, and nothing is added."""

import torch
from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.positions import frequencies
from transformer.variants import variant


def rotate(x: Tensor, start: int = 0, base: float = 10000.0) -> Tensor:
    """Rotate each pair (x_2i, x_2i+1) at position p by the angle p · ω_i; (…, position, d_k) → same.

    The dot product of a rotated query and a rotated key depends on their positions only through their
    distance (section 3.2.2). Raises `ValueError` for an odd d_k.
    """
    position = torch.arange(start, start + x.shape[-2], dtype=torch.float64)
    angle = position[:, None] * frequencies(x.shape[-1], base)  # (position, d_k / 2)
    cos, sin = angle.cos().to(x), angle.sin().to(x)
    even, odd = x[..., 0::2], x[..., 1::2]  # (…, position, d_k / 2)
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2)


def kernel(offsets: Tensor, d_k: int, base: float = 10000.0) -> Tensor:
    """Return the score of two equal vectors of ones at each offset, relative to their score at offset 0.

    Each pair of ones contributes cos(offset · ω_i): the mean over all pairs. (offset,) → (offset,).
    """
    angle = offsets.double()[:, None] * frequencies(d_k, base)  # (offset, d_k / 2)
    return angle.cos().mean(-1).float()


@variant("attention", "rotary")
class RotaryAttention(MultiHeadAttention):
    """Self-attention in which each score depends on the distance between its two words.

    Cross-attention compares positions of two different texts, so it uses the standard layer. What to look
    for: diagonals that do not change when a word is put before the sentence.
    """

    self_only = True

    def rotate_positions(self, x: Tensor, start: int) -> Tensor:
        # Cached keys were rotated when they were added.
        return rotate(x, start)  # (batch, head, position, d_k)
