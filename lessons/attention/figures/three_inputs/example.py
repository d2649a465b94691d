from lessons.attention.figures.three_inputs import three_inputs
from lessons.figures.kit.examples import Figure


def example() -> Figure:
    return three_inputs()
