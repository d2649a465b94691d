"""A small model with what somebody typed."""

from lessons.figures.hidden_units import hidden_units
from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from transformer.measure.stream.hidden_units import all_units
from transformer.weights import load


def example() -> Figure:
    trained = load("reverse")
    return hidden_units(trained, f"a {TYPED}", all_units(trained))
