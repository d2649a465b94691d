from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.positions.figures.word_order import word_order


def example() -> Figure:
    return word_order(load("english_french"), f"the cat {TYPED}")
