"""Change one position, and see what moves."""

from collections.abc import Callable

import torch
from torch import Tensor

# As a share of an output's length. Nothing moves by rounding where the same shapes are computed twice.
MOVED = 1e-6


def moved(run: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """`x` (batch, position, d): each position changed in turn → how far each output moved, as a share of
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
    """Other vectors of the same size: not the same direction, length or mean."""
    return 1.5 - 2 * vectors.flip(-1)
