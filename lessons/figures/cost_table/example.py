from lessons.figures.cost_table import cost_table
from lessons.figures.kit.examples import Figure
from transformer.measure.cost import grid


def example() -> Figure:
    return cost_table(grid.products(), grid.clocked())
