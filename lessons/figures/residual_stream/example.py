"""A translation model with what somebody typed."""

from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from lessons.figures.residual_stream import residual_stream
from transformer.weights import load


def example() -> Figure:
    return residual_stream(load("english_french"), f"the cat {TYPED}")
