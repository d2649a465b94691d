from lessons.figures.kit.examples import Figure, training
from lessons.figures.live_curve import live_curve


def example() -> Figure:
    run, task, *_ = training()
    return live_curve(run, task, "done")
