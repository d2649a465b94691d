"""A training of eight steps that has ended."""

from lessons.figures.kit.examples import training
from lessons.figures.kit.figure import Figure
from lessons.figures.live_curve import live_curve


def example() -> Figure:
    run, task, *_ = training()
    return live_curve(run, task, "done")
