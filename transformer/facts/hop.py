"""A question attends to facts: scores, softmax, weighted sum."""

import torch
from torch import Tensor, nn

from transformer.probe import Probe


class Hop(nn.Module):
    """One hop: attention from the question to all facts."""

    def __init__(self) -> None:
        super().__init__()
        self.match, self.weights = Probe("batch fact"), Probe("batch fact")
        self.found, self.next = Probe("batch d_model"), Probe("batch d_model")

    def forward(self, u: Tensor, m: Tensor, c: Tensor, real: Tensor) -> Tensor:
        """u (batch, d_model), m and c (batch, fact, d_model) → the next u. `real` (batch, fact): False for padding."""
        match = self.match((m @ u[..., None]).squeeze(-1))  # (batch, fact), uᵀ m
        weights = self.weights(match.masked_fill(~real, -torch.inf).softmax(-1))
        o = self.found((weights[:, None] @ c).squeeze(1))  # (batch, d_model)
        return self.next(u + o)
