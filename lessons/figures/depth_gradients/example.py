"""The stacks of the block lesson, untrained."""

from lessons.figures.depth_gradients import depth_gradients
from lessons.figures.kit.figure import Figure
from transformer.measure.stream.depth import all_passes


def example() -> Figure:
    return depth_gradients(all_passes())
