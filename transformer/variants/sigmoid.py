"""Sigmoid attention (Ramapuram et al. 2024, section 2): words do not compete for a row's weight."""

import math

from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


def seen(masked: Tensor) -> Tensor:
    """How many words each row may look at, at least 1; (…, query, 1)."""
    return (masked > -math.inf).sum(-1, keepdim=True).clamp_min(1).to(masked)


@variant("attention", "sigmoid")
class SigmoidAttention(MultiHeadAttention):
    """weight = sigmoid(score − log n), n being the number of words that a row may look at.

    What to look for: rows that add up to more or less than 1. They begin near 1, because of the log n.
    """

    no_promise = {
        "rows sum to one": "each weight is a sigmoid of its own score: words do not compete"
    }

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        return self.weights((masked - seen(masked).log()).sigmoid())  # (batch, head, query, key)
