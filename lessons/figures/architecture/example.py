from lessons.figures.architecture import architecture
from lessons.figures.kit.examples import TYPED, Figure, load


def example() -> Figure:
    return architecture(load("english_french"), f"cat {TYPED}")
