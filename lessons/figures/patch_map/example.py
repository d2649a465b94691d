"""Two sentences that differ in one word, with what somebody typed."""

from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from lessons.figures.patch_map import patch_map
from transformer.weights import load


def example() -> Figure:
    return patch_map(load("english_french"), f"the cat was {TYPED}", f"the car was {TYPED}")
