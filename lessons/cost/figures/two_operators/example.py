from lessons.cost.figures.two_operators import two_operators
from lessons.figures.kit.examples import Figure


def example() -> Figure:
    return two_operators()
