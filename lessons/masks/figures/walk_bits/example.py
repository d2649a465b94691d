from lessons.figures.kit.examples import Figure, load
from lessons.masks.figures.walk_bits import walk_bits


def example() -> Figure:
    return walk_bits(load("walk"), load("walk_without_mask"))
