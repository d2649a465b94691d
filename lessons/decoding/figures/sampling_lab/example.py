from lessons.decoding.figures.sampling_lab import sampling_lab
from lessons.figures.kit.examples import TYPED, Figure, load


def example() -> Figure:
    return sampling_lab(load("language_model"), TYPED)
