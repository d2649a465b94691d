"""Fewer keys and values than queries, so that the decoder's cache is smaller; used in most large models."""

from math import gcd

from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


@variant("attention", "grouped_query")
class GroupedQuery(MultiHeadAttention):
    """Two heads of keys and values, each for half of the query heads (Ainslie et al. 2023, section 2.2).

    What to look for: heads of one group have the same keys and values, but different maps, because their
    queries differ. With four heads the cache is half as large.
    """

    groups = 2

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        self.groups, self.d_k = gcd(self.groups, heads), d_model // heads
        self.W_K = nn.Linear(d_model, self.groups * self.d_k)
        self.W_V = nn.Linear(d_model, self.groups * self.d_k)
        for matrix in (self.W_K, self.W_V):
            nn.init.xavier_uniform_(matrix.weight)
            nn.init.zeros_(matrix.bias)

    def split(self, x: Tensor) -> Tensor:
        """(batch, position, width) → (batch, head or group, position, d_k)"""
        return x.unflatten(-1, (-1, self.d_k)).transpose(1, 2)

    def repeat_kv(self, x: Tensor) -> Tensor:
        return x.repeat_interleave(self.heads // self.groups, dim=1)  # (batch, head, key, d_k)


@variant("attention", "multi_query")
class MultiQuery(GroupedQuery):
    """One head of keys and values for all query heads (Shazeer 2019, section 3).

    What to look for: the same keys in every head. With four heads the cache is a quarter as large.
    """

    groups = 1
