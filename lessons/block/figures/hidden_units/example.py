from lessons.block.figures.hidden_units import hidden_units
from lessons.block.measure.hidden_units import all_units
from lessons.figures.kit.examples import TYPED, Figure, load


def example() -> Figure:
    trained = load("reverse")
    return hidden_units(trained, f"a {TYPED}", all_units(trained))
