"""The sketch on the card of this lesson: sinusoids of positions."""

from lessons.figures.kit.sketch import cells, sketch
from lessons.positions.results import lab


def motif() -> str:
    """Draw the first positions of the table, one per line."""
    table = lab("sinusoidal", 64, 64, 10000.0).arrays["table"].values
    return sketch(cells(14, 9, table[:10, :32], 7, 9, 0.3))
