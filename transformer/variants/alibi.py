"""ALiBi: each score is reduced in proportion to the distance of its word (Press et al. 2022, section 3)."""

import torch
from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.variants import variant
from transformer.variants.window import offsets


def slopes(heads: int) -> Tensor:
    """Return 2^(−8/heads) and its powers, one slope per head, each less steep; (head, 1, 1)."""
    return 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)[:, None, None]


@variant("attention", "alibi")
class ALiBi(MultiHeadAttention):
    """q · k / √d_k − slope · distance: with distances in the scores, no positional encoding is needed.

    So train it with position "none", as in the paper. In an encoder the distance counts in both directions.
    What to look for: from the first step on, the first heads attend around the diagonal, the last ones far
    away; and sentences longer than those of training.
    """

    self_only = True  # positions of two texts cannot be compared

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        distance = offsets(scores.shape[-2], scores.shape[-1], scores.device).abs()  # (query, key)
        farther = slopes(self.heads).to(scores) * distance  # (head, query, key)
        return self.scaled(scores / d_k**0.5 - farther)  # (batch, head, query, key)
