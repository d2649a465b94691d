from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.figures.sampling_lab import sampling_lab


def example() -> Figure:
    return sampling_lab(load("language_model"), TYPED)
