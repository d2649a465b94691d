from lessons.figures.kit.examples import Figure
from lessons.figures.two_operators import two_operators


def example() -> Figure:
    return two_operators()
