from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.positions.figures.score_parts import score_parts_map

CELL = {"head": 1, "row": 1, "column": 1}


def example() -> Figure:
    return score_parts_map(load("english_french"), TYPED)
