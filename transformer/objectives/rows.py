"""Examples as tensors, made once before training: indexing them costs a ninth of a DataLoader."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import torch
from torch import Tensor


@dataclass(frozen=True)
class Rows:
    """Tensors side by side; row n of each belongs to example n. A family says which tensors."""

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))

    def __getitem__(self, rows: Tensor | slice) -> Self:
        return type(self)(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    def read(self, side: str) -> Tensor:
        """One of the tensors, as a model reads it: of the target all but the last word, which is only
        ever written."""
        value = getattr(self, side)
        return value[:, :-1] if side == "target" else value

    def to(self, device: torch.device) -> Self:
        """The same examples, on a device."""
        return type(self)(**{f.name: getattr(self, f.name).to(device) for f in fields(self)})

    def cut(self) -> Self:
        """Without the columns in which every row has only padding."""
        return self


def pad(rows: Sequence[Sequence[int]], value: int) -> Tensor:
    """Lists of different lengths → (row, longest), filled up on the right."""
    longest = max(map(len, rows))
    filled = np.full((len(rows), longest), value, np.int64)  # faster than lists in lists
    for number, row in enumerate(rows):
        filled[number, : len(row)] = row
    return torch.from_numpy(filled)
