from lessons.figures.box_weight import box_weight
from lessons.figures.kit.examples import Figure
from transformer.measure.controls import read


def example() -> Figure:
    return box_weight(read("hard_attention"))
