"""Your own feed-forward layer. Override `activate`, or `forward` for another formula."""

from torch import Tensor

from transformer.layers import FeedForward
from transformer.variants import variant


@variant("feed_forward", "NAME")
class Mine(FeedForward):
    """The square of ReLU (So et al. 2021, Primer)."""

    def activate(self, x: Tensor) -> Tensor:
        return x.relu().square()  # (batch, position, d_ff)
