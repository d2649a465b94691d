from lessons.ablations.figures.ablation import ablation
from lessons.figures.kit.examples import Figure, load


def example() -> Figure:
    return ablation(load("reverse"), "mask", sentences=10)
