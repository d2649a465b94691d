from lessons.cost.figures.cost_table import cost_table
from lessons.figures.cost_curves.example import measured
from lessons.figures.kit.examples import Figure


def example() -> Figure:
    return cost_table(*measured())
