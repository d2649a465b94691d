from lessons.figures.kit.examples import Figure
from lessons.sequences.figures.time_gradients import time_gradients
from lessons.sequences.measure.over_time import over_time


def example() -> Figure:
    return time_gradients(over_time())
