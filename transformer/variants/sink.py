"""An attention sink: a place that is no word, where a head looks when it has nothing to look for."""

import torch
from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


@variant("attention", "sink")
class SinkAttention(MultiHeadAttention):
    """softmax over the words and one learned score, which then is left out (Xiao et al. 2024, section 3.3).

    A score for each head, as in gpt-oss. With the score 0 it is softmax with 1 + in the denominator. What
    to look for: rows that add up to less than 1, and heads whose map is almost empty: they are at rest.
    """

    no_promise = {"rows sum to one": "what is missing from 1 was spent on the sink"}

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        self.sink = nn.Parameter(torch.zeros(heads, 1, 1))

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        sink = self.sink.expand(*masked.shape[:-1], 1)  # (batch, head, query, 1)
        weights = torch.cat((masked, sink), dim=-1).softmax(-1)  # (batch, head, query, key + 1)
        return self.weights(weights[..., :-1])  # (batch, head, query, key)
