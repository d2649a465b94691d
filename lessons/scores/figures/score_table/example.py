from lessons.figures.kit.examples import TYPED, Figure
from lessons.scores.figures.score_table import dictionary


def example() -> Figure:
    return dictionary({TYPED: 1.0, "b": 2.0}, TYPED)
