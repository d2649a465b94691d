"""The four numbers as they open."""

from lessons.figures.four_numbers import four_numbers
from lessons.figures.kit.figure import Figure


def example() -> Figure:
    return four_numbers()
