"""Relative positions (Shaw et al. 2018, section 3): a learned vector for each distance instead of each
position."""

import torch
from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.variants import variant
from transformer.variants.window import offsets

FAR = 4  # all words farther away than this share a vector


@variant("attention", "relative")
class RelativeAttention(MultiHeadAttention):
    """The score compares a query with key + a_K(distance); the output mixes value + a_V(distance).

    Train it with position "none", or it has the positions twice. What to look for: diagonals that do not
    change when a word is put before the sentence.
    """

    self_only = True  # positions of two texts cannot be compared

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        self.to_key, self.to_value = (
            nn.Parameter(torch.randn(2 * FAR + 1, d_model // heads) * 0.1) for _ in range(2)
        )

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        a = self.to_key[near(query.shape[-2], key.shape[-2], key.device)]  # (query, key, d_k)
        places = torch.einsum("bhqd,qkd->bhqk", query, a)
        return self.scores(query @ key.mT + places)  # (batch, head, query, key)

    def mix(self, weights: Tensor, value: Tensor) -> Tensor:
        kept = self.dropout(weights)  # (batch, head, query, key)
        a = self.to_value[
            near(weights.shape[-2], weights.shape[-1], value.device)
        ]  # (query, key, d_v)
        return self.head_output(kept @ value + torch.einsum("bhqk,qkd->bhqd", kept, a))


def near(queries: int, keys: int, device: torch.device) -> Tensor:
    """Return the table row for each pair of words; (query, key)."""
    return offsets(queries, keys, device).clamp(-FAR, FAR) + FAR
