from lessons.figures.kit.examples import Figure
from lessons.scores.figures.root_d import root_d


def example() -> Figure:
    return root_d()
