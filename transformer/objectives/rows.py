"""Examples as tensors, created once before training: indexing them costs a ninth of a DataLoader."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Self

import numpy as np
import torch
from torch import Tensor

from transformer.vocabulary import PAD


@dataclass(frozen=True)
class BaseBatch:
    """Tensors with one row per example. Each family defines which tensors.

    `columns` groups the fields with a column per position, (batch, position). The first field of a group holds the
    tokens, and shows which columns contain only padding.
    """

    columns: ClassVar[tuple[tuple[str, ...], ...]] = ()

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

    def trim_padding(self) -> Self:
        """The same rows without the columns that contain only padding."""
        trimmed = {}
        for group in self.columns:
            tokens = getattr(self, group[0])
            surplus = tokens.shape[1] - int((tokens != PAD).sum(-1).max())
            for name in group:
                field = getattr(self, name)
                trimmed[name] = field[:, : field.shape[1] - surplus]
        return replace(self, **trimmed)


def pad(rows: Sequence[Sequence[int]], value: int) -> Tensor:
    """Lists of different lengths → (row, longest), padded on the right."""
    longest = max(map(len, rows))
    filled = np.full((len(rows), longest), value, np.int64)  # faster than nested lists
    for number, row in enumerate(rows):
        filled[number, : len(row)] = row
    return torch.from_numpy(filled)
