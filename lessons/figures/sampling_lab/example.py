"""A language model goes on with what somebody typed."""

from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from lessons.figures.sampling_lab import sampling_lab
from transformer.weights import load


def example() -> Figure:
    return sampling_lab(load("language_model"), TYPED)
