from lessons.decoding.figures.beam_tree import beam_tree
from lessons.figures.kit.examples import TYPED, Figure, load

CELL = {"beams": 3, "node": 4}


def example() -> Figure:
    return beam_tree(load("english_french"), f"the cat {TYPED}", right=("le", "chat"))
