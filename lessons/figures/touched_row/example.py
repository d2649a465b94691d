"""The last word of what somebody typed."""

from lessons.figures.kit.examples import last_row
from lessons.figures.kit.figure import Figure
from lessons.figures.touched_row import touched_row
from transformer.measure.attention.touch import seen


def example() -> Figure:
    return last_row(touched_row, seen)
