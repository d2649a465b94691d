"""The models of the walk, with the mask and without."""

from lessons.figures.kit.figure import Figure
from lessons.figures.walk_bits import walk_bits
from transformer.weights import load


def example() -> Figure:
    return walk_bits(load("walk"), load("walk_without_mask"))
