from lessons.figures.kit.examples import Figure
from lessons.pictures.figures.box_weight import box_weight
from transformer.measure.controls import read


def example() -> Figure:
    return box_weight(read("hard_attention"))
