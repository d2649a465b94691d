from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.sequences.figures.recurrent_steps import recurrent_steps


def example() -> Figure:
    return recurrent_steps(load("english_french_recurrent"), f"the cat {TYPED}")
