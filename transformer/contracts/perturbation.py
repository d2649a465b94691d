"""Change one position and measure which outputs move."""

from collections.abc import Callable

import torch
from torch import Tensor

# As a fraction of an output's length. Two computations with the same shapes give no rounding differences.
MOVED = 1e-6


def moved(run: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """Change each position of `x` (batch, position, d) in turn → how far each output moves, as a fraction of
    its length, (batch, output, position)."""
    before = run(x)  # (batch, output, d)
    length = before.norm(dim=-1).clamp_min(1e-6)  # (batch, output)
    columns = []
    for position in range(x.shape[1]):
        changed = x.clone()
        changed[:, position] = other(x[:, position])
        columns.append((run(changed) - before).norm(dim=-1) / length)
    return torch.stack(columns, dim=-1)


def other(vectors: Tensor) -> Tensor:
    """Vectors of the same size with another direction, length and mean."""
    return 1.5 - 2 * vectors.flip(-1)
