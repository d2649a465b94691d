"""Rotary positions (Su et al. 2021, RoFormer): queries and keys are turned, nothing is added."""

import torch
from torch import Tensor

from transformer.attention import MultiHeadAttention, attention
from transformer.positions import frequencies


def rotate(x: Tensor, start: int = 0, base: float = 10000.0) -> Tensor:
    """Turn each pair (x_2i, x_2i+1) at position p by the angle p · ω_i; (…, position, d_k) → same.

    The dot product of a turned query and a turned key depends on where they stand only through the
    distance between them (section 3.4.2). Raises `ValueError` for an odd d_k.
    """
    place = torch.arange(start, start + x.shape[-2], dtype=torch.float64)
    angle = place[:, None] * frequencies(x.shape[-1], base)  # (position, d_k / 2)
    cos, sin = angle.cos().to(x), angle.sin().to(x)
    even, odd = x[..., 0::2], x[..., 1::2]  # (…, position, d_k / 2)
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2)


def kernel(offsets: Tensor, d_k: int, base: float = 10000.0) -> Tensor:
    """What two equal vectors of ones score at each offset, as a share of their score at offset 0.

    Each pair of ones contributes cos(offset · ω_i): the mean over all pairs. (offset,) → (offset,).
    """
    angle = offsets.double()[:, None] * frequencies(d_k, base)  # (offset, d_k / 2)
    return angle.cos().mean(-1).float()


class RotaryAttention(MultiHeadAttention):
    """Self-attention in which a score knows how far apart its two words stand.

    Cross-attention compares positions of two different texts, so there the standard layer is used.
    """

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor | None = None, cache=None):
        """x (batch, position, d_model) looks at itself, and at what the cache remembers."""
        if memory is not x:
            raise ValueError("RotaryAttention is self-attention: call it as layer(x, x)")
        start = cache.key.shape[2] if cache is not None and cache.key is not None else 0
        query = self.query(rotate(self.split(self.W_Q(x)), start))  # (batch, head, query, d_k)
        key, value = rotate(self.split(self.W_K(x)), start), self.split(self.W_V(x))
        if cache is not None:
            key, value = cache.extend(key, value)  # earlier keys were turned when they came
        key, value = self.key(key), self.value(value)  # (batch, head, key, d_k) and d_v
        mixed = self.head_output(attention(query, key, value, mask, see=self))
        return self.output(self.W_O(self.merge(mixed)))  # (batch, query, d_model)
