from lessons.figures.depth_gradients import depth_gradients
from lessons.figures.kit.examples import Figure
from transformer.measure.stream.depth import all_passes


def example() -> Figure:
    return depth_gradients(all_passes())
