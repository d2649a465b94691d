"""Another choice of what self-attention may see. It stands before the attention that the model has."""

from torch import Tensor

from transformer.variants import variant
from transformer.variants.mask import Mask
from transformer.variants.window import window


@variant("mask", "NAME")
class Mine(Mask):
    """Three words to each side, of those that padding and the future leave."""

    def attention_mask(self, mask: Tensor | None, scores: Tensor) -> Tensor:
        near = window(scores.shape[-2], 3, scores.shape[-1], scores.device)  # (query, key)
        left = super().attention_mask(mask, scores)
        return near if left is None else near & left  # True = may look
