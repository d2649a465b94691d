"""One model, three sentences of each length."""

from lessons.figures.kit.figure import Figure
from lessons.figures.length_curve import length_curve
from transformer.weights import load


def example() -> Figure:
    return length_curve([load("reverse")], 3)
