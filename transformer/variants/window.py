"""Attention to near words only (Vaswani et al. 2017, section 4: restricted self-attention)."""

import torch
from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.variants import variant

WIDTH = 2  # words to each side


def window(queries: int, width: int, keys: int | None = None, device=None) -> Tensor:
    """Each position looks at neighbours at most `width` away (restricted attention, section 4).

    The queries are the last of the keys, as in `causal`; shape (query, key).
    """
    keys = queries if keys is None else keys
    query = torch.arange(keys - queries, keys, device=device)[:, None]  # (query, 1)
    return (query - torch.arange(keys, device=device)).abs() <= width  # (query, key)


@variant("attention", "windowed")
class WindowedAttention(MultiHeadAttention):
    """A word looks at itself and at `WIDTH` words to each side; the rest is standard."""

    self_only = True  # near is a word of the same text

    def allow(self, mask: Tensor | None, scores: Tensor) -> Tensor:
        near = window(scores.shape[-2], WIDTH, scores.shape[-1], scores.device)  # (query, key)
        return near if mask is None else near & super().allow(mask, scores)
