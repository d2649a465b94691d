"""LayerNorm as its formula reads, and RMSNorm, which leaves the mean where it is."""

import torch
from torch import Tensor, nn

from transformer.variants import variant


def layer_norm(x: Tensor, weight: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    """LayerNorm as its formula reads (Ba et al. 2016): over the features of each position.

    The variance is the biased one (÷ d_model), and ε stands inside the root. The model runs torch's
    fused `nn.LayerNorm`, which a test holds equal to this; written out it takes a step 1.4 × as long.
    """
    mean = x.mean(-1, keepdim=True)  # (batch, position, 1)
    variance = (x - mean).square().mean(-1, keepdim=True)  # (batch, position, 1)
    return weight * (x - mean) / torch.sqrt(variance + eps) + bias


@variant("norm", "written_out")
class WrittenOut(nn.LayerNorm):
    """The same numbers as `nn.LayerNorm`, step by step."""

    def forward(self, x: Tensor) -> Tensor:
        return layer_norm(x, self.weight, self.bias, self.eps)  # (batch, position, d_model)


@variant("norm", "rms")
class RMSNorm(nn.LayerNorm):
    """x / √(mean of x²), scaled (Zhang and Sennrich 2019, section 4): nothing is subtracted or added.

    What to look for: normed vectors whose mean is not 0, and hardly another loss.
    """

    def __init__(self, d_model: int):
        super().__init__(d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        length = x.square().mean(-1, keepdim=True).add(self.eps).sqrt()  # (batch, position, 1)
        return self.weight * x / length  # (batch, position, d_model)
