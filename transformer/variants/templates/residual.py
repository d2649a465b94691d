"""Another way to put together what came in and what a sub-layer found. Override `add`."""

from torch import Tensor

from transformer.layers import Residual
from transformer.variants import variant


@variant("residual", "NAME")
class Mine(Residual):
    """x + half of the change."""

    def add(self, x: Tensor, change: Tensor) -> Tensor:
        return self.sum(x + 0.5 * change)  # (batch, position, d_model); keep the probe
