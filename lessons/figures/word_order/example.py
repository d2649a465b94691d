"""A translation model with what somebody typed."""

from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from lessons.figures.word_order import word_order
from transformer.weights import load


def example() -> Figure:
    return word_order(load("english_french"), f"the cat {TYPED}")
