from lessons.figures.kit.examples import TYPED, Figure, load
from lessons.machine.figures.writing import writing


def example() -> Figure:
    return writing(load("english_french"), f"the cat {TYPED}", ("le", "chat"))
