"""A small model with what somebody typed."""

from lessons.figures.head_sum import head_sum
from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from transformer.weights import load


def example() -> Figure:
    return head_sum(load("reverse"), TYPED)
