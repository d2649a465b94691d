"""Masks on trial: the student's four functions, asked for tensors."""

from pathlib import Path

import torch
from torch import Tensor

from lessons.kit.exercise import Functions, returned
from lessons.kit.layer import numbers
from lessons.kit.rules import kept
from transformer import masks
from transformer.measure import masking

# All sizes differ, so that no axis can be taken for another. PAD_HERE is not 0, and 0 is a word.
PAD_HERE = 7
TOKENS = torch.tensor(
    [[3, 0, 5, 2, 9], [4, 6, 7, 7, 7], [0, 7, 7, 7, 7], [7, 7, 3, 6, 7]]
)  # (batch, place)
SIZES = ((4, None), (1, None), (2, 5), (1, 6))  # queries, keys


def scores() -> Tensor:
    """(batch, head, query, key)"""
    return 3 * numbers(3, 2, 5, 5, start=40)


def mask() -> Tensor:
    """Some keys are hidden from each query, all from one, none from another: (batch, 1, query, key)."""
    found = numbers(3, 1, 5, 5, start=900) > -0.4
    found[0, :, 1], found[2, :, 3] = False, True
    return found


class Student(Functions):
    """Someone's `causal`, `padding`, `both` and `masked_softmax`; also as one thing that has all four."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {
        "causal": masks.causal,
        "padding": masks.padding,
        "both": masking.both,
        "masked_softmax": masking.masked_softmax,
    }
    trained = ("masked_softmax",)

    def ask(self, name: str, *arguments) -> Tensor:
        """What one of the functions returns; `Failed` where it is no tensor."""
        got = self.call(name, *map(kept, arguments))
        if not isinstance(got, Tensor):
            raise self.failed(name, f"{name} {returned(got)}", "a tensor")
        return got.detach()
