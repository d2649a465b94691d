from lessons.figures.attention_map import attention_map
from lessons.figures.kit.examples import TYPED, Figure, load

CELL = {"map": "cross", "layer": 1, "head": 1, "step": 4, "row": 1, "column": 1}


def example() -> Figure:
    return attention_map(load("english_french"), f"cat {TYPED}")
