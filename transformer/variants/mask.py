"""What self-attention may attend to, besides the padding and causal masks: the step `attention_mask`, added
to any attention."""

from torch import Tensor, nn

from transformer.masks import causal
from transformer.variants import variant
from transformer.variants.steps import place_of, reached
from transformer.variants.window import window


@variant("mask", "standard")
class Mask:
    """Masks padding and the future, as attention does without it."""

    def __init_subclass__(cls) -> None:
        """Called when a mask is combined with an attention. Raises `ValueError` where the attention never
        calls it."""
        super().__init_subclass__()
        if issubclass(cls, nn.Module) and "attention_mask" not in reached(cls):
            mask, attention = cls.__bases__
            raise ValueError(
                f"the mask {mask.__name__} would have no effect: a mask is the step `attention_mask`, and the forward of "
                f"{attention.__name__} ({place_of(attention)}) never calls it. Write mask = self.attention_mask(mask, "
                "scores) there before the scores are hidden, or take mask=standard"
            )

    def attention_mask(self, mask: Tensor | None, scores: Tensor) -> Tensor | None:
        """Return the padding and causal mask: bool (…, query, key), True = may attend; None: no mask."""
        return super().attention_mask(mask, scores)  # type: ignore[misc]  # of the attention behind it


@variant("mask", "causal")
class Causal(Mask):
    """A causal mask, also in an encoder: no word sees later words (Devlin et al. 2019, section 5.1).

    What to look for: half of each map is hatched. Which predictions need a later word?
    """

    def attention_mask(self, mask: Tensor | None, scores: Tensor) -> Tensor:
        seen = causal(scores.shape[-2], scores.shape[-1], scores.device)  # (query, key)
        left = super().attention_mask(mask, scores)
        return seen if left is None else seen & left


@variant("mask", "first_and_near")
class FirstAndNear(Mask):
    """A window of two words on each side plus the first word (Beltagy et al. 2020, section 3.1).

    What to look for: a band along the diagonal and one full column. How far can a word's influence travel
    through two layers?
    """

    def attention_mask(self, mask: Tensor | None, scores: Tensor) -> Tensor:
        seen = window(scores.shape[-2], 2, scores.shape[-1], scores.device)  # (query, key)
        seen[:, 0] = True
        left = super().attention_mask(mask, scores)
        return seen if left is None else seen & left  # True = may look
