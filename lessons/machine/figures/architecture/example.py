from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.machine.figures.architecture import architecture


def example() -> Figure:
    return architecture(load("english_french"), f"cat {TYPED}")
