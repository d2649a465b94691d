"""Attention to near words only (Vaswani et al. 2017, section 4: restricted self-attention)."""

from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.masks import window
from transformer.variants import variant

WIDTH = 2  # words to each side


@variant("attention", "windowed")
class WindowedAttention(MultiHeadAttention):
    """A word looks at itself and at `WIDTH` words to each side; the rest is standard."""

    self_only = True  # near is a word of the same text

    def allow(self, mask: Tensor | None, scores: Tensor) -> Tensor:
        near = window(scores.shape[-2], WIDTH, scores.shape[-1], scores.device)  # (query, key)
        return near if mask is None else near & super().allow(mask, scores)
