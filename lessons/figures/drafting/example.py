"""A language model goes on with what somebody typed."""

from lessons.figures.drafting import drafting
from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from transformer.weights import load


def example() -> Figure:
    return drafting(load("language_model"), TYPED)
