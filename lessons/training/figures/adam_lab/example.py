from lessons.figures.kit.examples import Figure
from lessons.training.figures.adam_lab import adam_lab

CELL = {"view": "valley", "case": "0/0/0", "step": 1}


def example() -> Figure:
    return adam_lab()
