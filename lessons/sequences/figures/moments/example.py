from lessons.figures.kit.examples import Figure
from lessons.sequences.figures.moments import moments


def example() -> Figure:
    return moments(["the", "cat", "sees", "the", "dog"])
