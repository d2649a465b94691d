"""Your own residual connection, which combines the input and output of a sub-layer. Override `add`."""

from torch import Tensor

from transformer.layers import Residual
from transformer.variants import variant


@variant("residual", "NAME")
class Mine(Residual):
    """x + half of the sub-layer's output."""

    def add(self, x: Tensor, change: Tensor) -> Tensor:
        return self.sum(x + 0.5 * change)  # (batch, position, d_model); keep the probe
