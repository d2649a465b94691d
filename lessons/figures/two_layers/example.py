"""Two ways of attending, with what somebody typed."""

from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from lessons.figures.two_layers import two_layers
from transformer.weights import load


def example() -> Figure:
    trained, typed = load("english_french"), f"cat {TYPED}"
    return two_layers(trained, "attention", ("standard", "unscaled"), typed)
