"""A training of eight steps."""

from lessons.figures.kit.examples import training
from lessons.figures.kit.figure import Figure
from lessons.figures.training_film import training_film


def example() -> Figure:
    return training_film(*training())
