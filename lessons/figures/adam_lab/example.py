from lessons.figures.adam_lab import adam_lab
from lessons.figures.kit.examples import Figure

CELL = {"view": "valley", "case": "0/0/0", "step": 1}


def example() -> Figure:
    return adam_lab()
