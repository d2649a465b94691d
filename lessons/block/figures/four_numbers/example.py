from lessons.block.figures.four_numbers import four_numbers
from lessons.figures.kit.examples import Figure


def example() -> Figure:
    return four_numbers()
