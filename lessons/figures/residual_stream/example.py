from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.figures.residual_stream import residual_stream


def example() -> Figure:
    return residual_stream(load("english_french"), f"the cat {TYPED}")
