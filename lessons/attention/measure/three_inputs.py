"""One attention head on three inputs: the example in Basili and Croce's deck.

The steps are those of `transformer/attention.py`; only the matrices are given instead of learned.
"""

import torch
from torch import Tensor

from transformer.attention import ScaledDotProduct
from transformer.probe import Probe, Trace, record

x = torch.tensor([[1.0, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])  # (input, 4)
W_Q = torch.tensor([[1.0, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]])  # (4, d_k)
W_K = torch.tensor([[0.0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]])  # (4, d_k)
W_V = torch.tensor([[0.0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]])  # (4, d_v)
ROUNDED = torch.tensor([0.0, 0.5, 0.5])  # the weights of input 1 as the article rounds them


class OneHead(ScaledDotProduct):
    """x (input, 4) → (input, d_v). With `divide=False` the scores are not scaled, as in the deck."""

    def __init__(self, divide: bool = True):
        super().__init__()
        self.divide = divide
        self.query, self.key = Probe("query d_k"), Probe("key d_k")
        self.value, self.head_output = Probe("key d_v"), Probe("query d_v")
        self.scores, self.scaled = Probe("query key"), Probe("query key")
        self.masked, self.weights = Probe("query key"), Probe("query key")

    def forward(self, x: Tensor) -> Tensor:
        query, key, value = self.query(x @ W_Q), self.key(x @ W_K), self.value(x @ W_V)
        return self.attend(query, key, value, None)  # (input, d_v)

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return super().scale(scores, d_k) if self.divide else self.scaled(scores)


@torch.no_grad()
def traced(divide: bool) -> Trace:
    """Record every step of the example, from the queries to the output."""
    with record(head := OneHead(divide)) as trace:
        head(x)
    return trace
