from lessons.figures.kit.examples import Figure
from lessons.gpt.figures.same_parts import same_parts


def example() -> Figure:
    return same_parts()
