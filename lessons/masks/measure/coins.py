"""What each letter of a walk costs a model, in bits, and the lower bound set by the coin tosses."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.measure.answer import must_write
from transformer.objectives.loss import cross_entropy
from transformer.tasks.walk import LENGTH, floor
from transformer.weights import Trained

ROWS = 200  # number of held-out sequences


@dataclass(frozen=True)
class Bits:
    """Mean bits of each letter of the held-out sequences, END last; (position,) each.

    `together`: the sequence is read at once, as in training; `alone`: the model gets only the letters before
    a position, as in generation. `floor`: the lower bound for any model that cannot see later letters.
    """

    together: Tensor
    alone: Tensor
    floor: Tensor


@torch.no_grad()
def bits(trained: Trained) -> Bits:
    """Return the bits of held-out sequences of the task, which all have the same length."""
    model, objective = trained.model, trained.family.objective
    must_write(model)
    sides = (trained.source_vocabulary, trained.target_vocabulary)
    target = objective.batch(
        trained.task.held_out[:ROWS], sides
    ).target  # (row, START + letters + END)
    before, after = target[:, :-1], target[:, 1:]
    whole = model(before)  # (row, position, vocabulary)
    last = [model(before[:, : position + 1])[:, -1] for position in range(before.shape[1])]
    together, alone = (
        torch.tensor(
            [_bits(logits[:, position], after[:, position]) for position in range(after.shape[1])]
        )
        for logits in (whole, torch.stack(last, 1))
    )
    return Bits(together, alone, torch.tensor([floor(position) for position in range(LENGTH + 1)]))


def _bits(logits: Tensor, right: Tensor) -> float:
    return cross_entropy(logits[:, None], right[:, None]).item() / math.log(2)
