from lessons.figures.kit.examples import Figure
from lessons.figures.reach import reach


def example() -> Figure:
    return reach()
