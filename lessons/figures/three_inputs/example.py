"""The three inputs as they open."""

from lessons.figures.kit.figure import Figure
from lessons.figures.three_inputs import three_inputs


def example() -> Figure:
    return three_inputs()
