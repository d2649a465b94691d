from lessons.figures.hidden_units import hidden_units
from lessons.figures.kit.examples import TYPED, Figure, load
from transformer.measure.stream.hidden_units import all_units


def example() -> Figure:
    trained = load("reverse")
    return hidden_units(trained, f"a {TYPED}", all_units(trained))
