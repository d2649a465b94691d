from lessons.bert.figures.input_sum import input_sum
from lessons.figures.kit.examples import TYPED, Figure, load


def example() -> Figure:
    return input_sum(load("discourses"), f"the {TYPED.replace('.', '')}. she reads")
