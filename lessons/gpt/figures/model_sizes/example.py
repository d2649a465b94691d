from lessons.figures.kit.examples import Figure
from lessons.gpt.figures.model_sizes import model_sizes


def example() -> Figure:
    return model_sizes()
