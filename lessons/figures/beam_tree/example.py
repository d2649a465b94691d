"""A sentence that somebody typed, with a known answer."""

from lessons.figures.beam_tree import beam_tree
from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from transformer.weights import load

CELL = {"beams": 3, "node": 4}


def example() -> Figure:
    return beam_tree(load("english_french"), f"the cat {TYPED}", right=("le", "chat"))
