"""Your own mask for self-attention. It is combined with the attention of the model."""

from torch import Tensor

from transformer.variants import variant
from transformer.variants.mask import Mask
from transformer.variants.window import window


@variant("mask", "NAME")
class Mine(Mask):
    """A window of three words on each side, within the padding and causal masks."""

    def attention_mask(self, mask: Tensor | None, scores: Tensor) -> Tensor:
        near = window(scores.shape[-2], 3, scores.shape[-1], scores.device)  # (query, key)
        left = super().attention_mask(mask, scores)
        return near if left is None else near & left  # True = may look
