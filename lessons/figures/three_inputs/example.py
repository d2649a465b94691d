from lessons.figures.kit.examples import Figure
from lessons.figures.three_inputs import three_inputs


def example() -> Figure:
    return three_inputs()
