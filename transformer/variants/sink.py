"""An attention sink: an extra position without a word, which a head attends to when no word is relevant."""

import torch
from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


@variant("attention", "sink")
class SinkAttention(MultiHeadAttention):
    """softmax over the words and one learned score, which is then dropped (Xiao et al. 2024, section 3.3).

    There is one such score per head, as in gpt-oss. With the score 0 it is softmax with 1 + in the
    denominator. What to look for: rows that add up to less than 1, and heads with an almost empty map, which
    are inactive.
    """

    no_promise = {"rows sum to one": "the remaining weight, up to a total of 1, goes to the sink"}

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        self.sink = nn.Parameter(torch.zeros(heads, 1, 1))

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        sink = self.sink.expand(*masked.shape[:-1], 1)  # (batch, head, query, 1)
        weights = torch.cat((masked, sink), dim=-1).softmax(-1)  # (batch, head, query, key + 1)
        return self.weights(weights[..., :-1])  # (batch, head, query, key)
