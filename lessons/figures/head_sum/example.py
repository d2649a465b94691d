from lessons.figures.head_sum import head_sum
from lessons.figures.kit.examples import TYPED, Figure, load


def example() -> Figure:
    return head_sum(load("reverse"), TYPED)
