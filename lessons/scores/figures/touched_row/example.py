from lessons.figures.kit.examples import Figure, last_row
from lessons.scores.figures.touched_row import touched_row
from transformer.measure.attention.touch import effects_of_row


def example() -> Figure:
    return last_row(touched_row, effects_of_row)
