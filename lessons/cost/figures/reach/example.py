from lessons.cost.figures.reach import reach
from lessons.figures.kit.examples import Figure


def example() -> Figure:
    return reach()
