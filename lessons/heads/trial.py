"""Three functions on trial: the student's, and what they are tried on."""

from pathlib import Path

import torch
from torch import Tensor

from lessons.kit.exercise import Functions, returned
from lessons.kit.layer import numbers
from transformer.measure import head_roles, head_sum, patterns

# All sizes differ, so that no axis can be taken for another.
BATCH, HEADS, QUERIES, D_V = 2, 3, 5, 4
D_MODEL = HEADS * D_V
# Rows with two right columns, with one and with none; one sentence has more right rows than the other.
RIGHT = torch.tensor(
    [
        [[0, 0, 0, 0, 0], [1, 0, 0, 0, 0], [1, 0, 1, 0, 0], [0, 0, 0, 0, 0], [0, 1, 0, 0, 1]],
        [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]],
    ],
    dtype=torch.bool,
)
# "a b c a b a" and a row in which one token stands twice in a row.
TOKENS = torch.tensor([[5, 7, 9, 5, 7, 5], [4, 4, 8, 4, 6, 8]])


def mixed() -> Tensor:
    """What heads might have mixed, (batch, head, query, d_v)."""
    return numbers(BATCH, HEADS, QUERIES, D_V)


def matrix() -> Tensor:
    """W_O as an nn.Linear keeps it, (d_model, head · d_v)."""
    return numbers(D_MODEL, HEADS * D_V, start=500)


def weights() -> Tensor:
    """Attention weights, (batch, head, row, column); every row adds up to 1."""
    return (3 * numbers(BATCH, HEADS, 5, 5, start=900)).softmax(-1)


class Student(Functions):
    """Someone's `contributions`, `score` and `after_copies`; also as one thing that has all three."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {
        "contributions": head_sum.contributions,
        "score": head_roles.score,
        "after_copies": patterns.after_copies,
    }

    @torch.no_grad()
    def ask(self, name: str, *given: Tensor) -> Tensor:
        """What a function returns for copies of these; `Failed` where that is no tensor."""
        got = self.call(name, *(one.clone() for one in given))
        if not isinstance(got, Tensor):
            raise self.failed(name, returned(got), "a tensor")
        return got
