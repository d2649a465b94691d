"""Examples as tensors, created once before training: indexing them costs a ninth of a DataLoader."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import torch
from torch import Tensor


@dataclass(frozen=True)
class Rows:
    """Tensors with one row per example. Each family defines which tensors."""

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))

    def __getitem__(self, rows: Tensor | slice) -> Self:
        return type(self)(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    def read(self, side: str) -> Tensor:
        """One of the tensors, as the model reads it: the target without its last token, which is only ever
        written."""
        value = getattr(self, side)
        return value[:, :-1] if side == "target" else value

    def to(self, device: torch.device) -> Self:
        """The same examples on another device."""
        return type(self)(**{f.name: getattr(self, f.name).to(device) for f in fields(self)})

    def cut(self) -> Self:
        """Remove the columns that contain only padding."""
        return self


def pad(rows: Sequence[Sequence[int]], value: int) -> Tensor:
    """Lists of different lengths → (row, longest), padded on the right."""
    longest = max(map(len, rows))
    filled = np.full((len(rows), longest), value, np.int64)  # faster than nested lists
    for number, row in enumerate(rows):
        filled[number, : len(row)] = row
    return torch.from_numpy(filled)
