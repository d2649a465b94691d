from lessons.figures.kit.examples import Figure, load
from lessons.figures.length_curve import length_curve


def example() -> Figure:
    return length_curve([load("reverse")], 3)
