"""A translation model with what somebody typed."""

from lessons.figures.architecture import architecture
from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from transformer.weights import load


def example() -> Figure:
    return architecture(load("english_french"), f"cat {TYPED}")
