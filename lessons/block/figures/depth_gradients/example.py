from lessons.block.figures.depth_gradients import depth_gradients
from lessons.block.measure.depth import all_passes
from lessons.figures.kit.examples import Figure


def example() -> Figure:
    return depth_gradients(all_passes())
