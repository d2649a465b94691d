"""Sigmoid attention (Ramapuram et al. 2024, section 2): words do not compete for a row's weight."""

import math

from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


def visible_count(masked: Tensor) -> Tensor:
    """Return how many words each row may attend to, at least 1; (…, query, 1)."""
    return (masked > -math.inf).sum(-1, keepdim=True).clamp_min(1).to(masked)


@variant("attention", "sigmoid")
class SigmoidAttention(MultiHeadAttention):
    """weight = sigmoid(score − log n), where n is the number of words that a row may attend to.

    What to look for: rows that add up to more or less than 1. At first they add up to about 1, because of the
    log n.
    """

    no_promise = {
        "rows sum to one": "each weight is a sigmoid of its own score: words do not compete"
    }

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        return self.weights(
            (masked - visible_count(masked).log()).sigmoid()
        )  # (batch, head, query, key)
