"""A translation model with what somebody typed, and the right answer."""

from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from lessons.figures.writing import writing
from transformer.weights import load


def example() -> Figure:
    return writing(load("english_french"), f"the cat {TYPED}", ("le", "chat"))
