from lessons.figures.cost_curves import cost_curves
from lessons.figures.kit.examples import Figure
from transformer.measure.cost import grid


def example() -> Figure:
    return cost_curves(grid.products(), grid.clocked())
