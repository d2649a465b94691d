"""A dictionary with a key that somebody typed."""

from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from lessons.figures.score_table import dictionary


def example() -> Figure:
    return dictionary({TYPED: 1.0, "b": 2.0}, TYPED)
