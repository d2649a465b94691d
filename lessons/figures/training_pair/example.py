from lessons.figures.kit.examples import Figure, training
from lessons.figures.training_pair import training_pair


def example() -> Figure:
    run, task, seen, line = training()
    return training_pair(run, run, (task, task), (seen, seen), line)
