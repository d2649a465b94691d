"""A translation model with what somebody typed."""

from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from lessons.figures.score_parts import score_parts_map
from transformer.weights import load

CELL = {"head": 1, "row": 1, "column": 1}


def example() -> Figure:
    return score_parts_map(load("english_french"), TYPED)
