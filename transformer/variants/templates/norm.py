"""Your own normalisation. It is built with d_model, and learns the `weight` and `bias` of LayerNorm."""

from torch import Tensor

from transformer.layers import LayerNorm
from transformer.variants import variant


@variant("norm", "NAME")
class Mine(LayerNorm):
    """x ÷ the mean of |x|, then scaled and shifted."""

    def forward(self, x: Tensor) -> Tensor:
        size = x.abs().mean(-1, keepdim=True) + self.eps  # (batch, position, 1)
        return self.weight * x / size + self.bias  # (batch, position, d_model)
