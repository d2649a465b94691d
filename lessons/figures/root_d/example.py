"""All dimensions that are drawn."""

from lessons.figures.kit.figure import Figure
from lessons.figures.root_d import root_d


def example() -> Figure:
    return root_d()
