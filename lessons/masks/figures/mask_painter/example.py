from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.masks.figures.mask_painter import mask_painter


def example() -> Figure:
    return mask_painter(load("english_french"), [TYPED, "the cat"])
