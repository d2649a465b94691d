"""A layer to copy: additive attention in place of the dot product (Bahdanau et al. 2015).

Copy this file to `my_attention.py`, give the variant a name of your own, and change `forward`.
Keep the probes: they are what the pictures and the checks read.
"""

import torch
from torch import Tensor, nn

from transformer.attention import MultiHeadAttention, softmax
from transformer.variants import variant


@variant("attention", "additive")
class AdditiveAttention(MultiHeadAttention):
    """score = v · tanh(query + key), one vector v per head; the rest is standard."""

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        self.v = nn.Parameter(torch.randn(heads, 1, 1, d_model // heads) * 0.1)

    def forward(self, x: Tensor, memory: Tensor | None, mask: Tensor | None = None, cache=None):
        query = self.query(self.split(self.W_Q(x)))  # (batch, head, query, d_k)
        key, value = self.keys_and_values(memory, cache)
        pairs = torch.tanh(query[..., :, None, :] + key[..., None, :, :])  # (…, query, key, d_k)
        scores = self.scores((pairs * self.v).sum(-1))  # (batch, head, query, key)
        scaled = self.scaled(scores)  # a sum of bounded terms needs no √d_k
        masked = self.masked(scaled if mask is None else scaled.masked_fill(~mask, -torch.inf))
        weights = self.weights(softmax(masked, mask))
        mixed = self.head_output(self.dropout(weights) @ value)  # (batch, head, query, d_v)
        return self.output(self.W_O(self.merge(mixed)))  # (batch, query, d_model)
