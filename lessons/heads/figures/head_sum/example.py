from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.heads.figures.head_sum import head_sum


def example() -> Figure:
    return head_sum(load("reverse"), TYPED)
