from lessons.decoding.figures.drafting import drafting
from lessons.figures.kit.examples import TYPED, Figure, load


def example() -> Figure:
    return drafting(load("language_model"), TYPED)
