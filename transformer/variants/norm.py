"""RMSNorm, a normalisation that does not subtract the mean."""

import torch
from torch import Tensor, nn

from transformer.variants import variant


@variant("norm", "rms")
class RMSNorm(nn.Module):
    """x / √(mean of x²), scaled (Zhang and Sennrich 2019, section 4): no mean is subtracted.

    There is also no bias. What to look for: normalised vectors whose mean is not 0, and almost the same loss.
    """

    def __init__(self, d_model: int, eps: float = 1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        length = x.square().mean(-1, keepdim=True).add(self.eps).sqrt()  # (batch, position, 1)
        return self.weight * x / length  # (batch, position, d_model)
