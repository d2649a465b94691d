"""Two sentences side by side, one of which somebody typed."""

from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from lessons.figures.mask_painter import mask_painter
from transformer.weights import load


def example() -> Figure:
    return mask_painter(load("english_french"), [TYPED, "the cat"])
