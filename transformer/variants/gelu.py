"""GELU in the place of ReLU (Hendrycks and Gimpel 2016, section 2): BERT and GPT have it."""

from torch import Tensor, nn

from transformer.layers import FeedForward
from transformer.variants import variant


@variant("feed_forward", "gelu")
class GELU(FeedForward):
    """x · Φ(x), Φ being how probable it is that a standard normal number is smaller than x.

    What to look for: units that are slightly negative, down to −0.17, where ReLU would have left an exact 0.
    """

    def activate(self, x: Tensor) -> Tensor:
        return nn.functional.gelu(x)  # (batch, position, d_ff)
