from lessons.figures.kit.examples import Figure
from lessons.figures.time_gradients import time_gradients
from transformer.measure.recurrent.over_time import over_time


def example() -> Figure:
    return time_gradients(over_time())
