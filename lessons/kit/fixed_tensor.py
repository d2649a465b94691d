"""Fixed values for tests."""

import torch
from torch import Tensor


def fixed_tensor(*shape: int, start: int = 0) -> Tensor:
    """Return fixed values between −1 and 1, irregular enough that no mistake hides in a pattern."""
    count = torch.Size(shape).numel()
    k = torch.arange(start, start + count, dtype=torch.float64)
    return torch.sin(1.3 * k * k + 0.7 * k).reshape(shape).float()
