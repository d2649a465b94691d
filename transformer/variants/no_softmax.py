"""Attention without softmax (von Oswald et al. 2023, section 2): the scores themselves are the weights."""

import math

from torch import Tensor

from transformer.attention import MultiHeadAttention
from transformer.variants import variant
from transformer.variants.sigmoid import visible_count


@variant("attention", "no_softmax")
class NoSoftmax(MultiHeadAttention):
    """weight = score ÷ the number of words that a row may attend to.

    What to look for: negative weights, which subtract a word's value, and weights above 1. Which tasks can
    still be learned, and how much more slowly?
    """

    no_promise = {
        "rows sum to one": "the scores are used as weights, so they can have any size and sign"
    }

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        scores = masked.masked_fill(masked == -math.inf, 0.0)  # (batch, head, query, key)
        return self.weights(scores / visible_count(masked))
