"""The two states of every word, h_j = [→h_j ; ←h_j], and which words each of them depends on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from transformer.probe import record
from transformer.vocabulary import UNKNOWN
from transformer.weights import Trained

FORWARDS, BACKWARDS = "encoder.forwards.0.state", "encoder.backwards.0.state"


@dataclass(frozen=True)
class Both:
    """The states of both directions for a sentence, (word, hidden), and how far each moves when a word is
    replaced by ⟨unknown⟩: (replaced, word), the norm of the difference."""

    forwards: Tensor
    backwards: Tensor
    moves_forwards: Tensor
    moves_backwards: Tensor


@torch.no_grad()
def both_ways(trained: Trained, ids: Sequence[int]) -> Both:
    """Return both states of every word. Raises `ValueError` for a model that reads in one direction."""
    model: Any = trained.model
    if not getattr(model.config, "both_ways", False):
        raise ValueError(
            f"{trained.name} reads in one direction only; choose a bidirectional model"
        )
    count = len(ids)
    rows = torch.tensor(list(ids)).repeat(count + 1, 1)  # (row, word); the last row is the sentence
    rows[torch.arange(count), torch.arange(count)] = UNKNOWN
    with record(model) as trace:
        model.encode(rows)
    forwards = torch.stack(trace[FORWARDS], dim=1)  # (row, word, hidden)
    backwards = torch.stack(trace[BACKWARDS][::-1], dim=1)  # it began with the last word
    moved = ((states[:-1] - states[-1]).norm(dim=-1) for states in (forwards, backwards))
    return Both(forwards[-1], backwards[-1], *moved)
