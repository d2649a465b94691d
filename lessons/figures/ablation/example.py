"""A model without its mask, on ten sentences."""

from lessons.figures.ablation import ablation
from lessons.figures.kit.figure import Figure
from transformer.weights import load


def example() -> Figure:
    return ablation(load("reverse"), "mask", sentences=10)
