"""One check of each state, with text that could be in a layer's error."""

import math

from lessons.figures.kit.examples import TYPED, Figure
from lessons.your_layer.figures.lights import lights
from transformer.contracts import Cell, CheckResult


def example() -> Figure:
    cell = Cell(0, 1, 2, None, math.nan, 1.0, ((0.5, math.nan), (1, 2), (3, 4)), (2, None))
    checks = (
        CheckResult("runs", "green", TYPED, test="transformer/contracts/running.py:20"),
        CheckResult("rows sum to one", "red", TYPED, cell, TYPED, TYPED),
        CheckResult("shapes", "grey", TYPED),
    )
    return lights("attention", TYPED, checks)
