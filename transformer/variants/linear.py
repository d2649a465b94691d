"""Linear attention (Katharopoulos et al. 2020, section 3.2): no exponential of q · k."""

import math

from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.variants import variant


def phi(x: Tensor) -> Tensor:
    """elu(x) + 1, which is never negative."""
    return nn.functional.elu(x) + 1


@variant("attention", "linear")
class LinearAttention(MultiHeadAttention):
    """weight = φ(q) · φ(k), divided by the sum of its row.

    φ(q) (φ(k)ᵀ V) gives the same output in time linear in the length instead of quadratic, but without
    explicit weights. Here the weights are computed for the figures. What to look for: flatter maps than those
    of softmax, which can put nearly all weight on one word.
    """

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        return self.scores(phi(query) @ phi(key).mT)  # (batch, head, query, key)

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(scores)  # a row is divided by its sum, so no other factor counts

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        seen = masked.masked_fill(masked == -math.inf, 0.0)  # (batch, head, query, key)
        return self.weights(seen / seen.sum(-1, keepdim=True).clamp_min(1e-9))
