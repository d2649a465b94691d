"""Hard attention (Xu et al. 2015, section 4.1): one word has the weight 1, all others 0."""

import torch
from torch import Tensor

from transformer.attention import MultiHeadAttention, softmax
from transformer.variants import variant


@variant("attention", "hard")
class HardAttention(MultiHeadAttention):
    """The word with the highest score (argmax), not a sampled one as in the paper.

    The argmax has no gradient, so the gradient of the softmax is used (straight-through, Bengio et al. 2013).
    What to look for: maps with exactly one cell in each row, and a loss that jumps while it falls.
    """

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        soft = softmax(masked, mask)  # (batch, head, query, key)
        hard = torch.zeros_like(soft).scatter(-1, soft.argmax(-1, keepdim=True), 1.0)
        hard = hard * (soft.sum(-1, keepdim=True) > 0)  # a fully masked row stays empty
        return self.weights(hard + (soft - soft.detach()))  # (batch, head, query, key)
