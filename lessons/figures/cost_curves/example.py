from functools import cache

from lessons.figures.cost_curves import cost_curves
from lessons.figures.kit.examples import Figure
from transformer.measure.cost import grid


@cache
def measured() -> tuple:
    """The data of `cost_table`: some seconds of work."""
    return grid.products(), grid.clocked()


def example() -> Figure:
    return cost_curves(*measured())
