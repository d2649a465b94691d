from lessons.block.figures.residual_stream import residual_stream
from lessons.figures.kit.examples import TYPED, Figure, load


def example() -> Figure:
    return residual_stream(load("english_french"), f"the cat {TYPED}")
