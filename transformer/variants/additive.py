"""Additive attention in place of the dot product (Bahdanau et al. 2015, section 3.1 and appendix A.1.2)."""

import torch
from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


@variant("attention", "additive")
class AdditiveAttention(MultiHeadAttention):
    """score = v · tanh(query + key), one vector v per head; the rest is standard."""

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        self.v = nn.Parameter(torch.randn(heads, 1, 1, d_model // heads) * 0.1)

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        pairs = torch.tanh(query[..., :, None, :] + key[..., None, :, :])  # (…, query, key, d_k)
        return self.scores((pairs * self.v).sum(-1))  # (batch, head, query, key)

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(scores)  # a sum of bounded terms needs no √d_k
