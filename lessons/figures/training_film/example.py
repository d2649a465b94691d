from lessons.figures.kit.examples import Figure, training
from lessons.figures.training_film import training_film


def example() -> Figure:
    return training_film(*training())
