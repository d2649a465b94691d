"""The sketch on this lesson's card: states, row by row, each computed from the row above."""

from lessons.figures.kit.sketch import arrow, cells, sketch, word
from lessons.sequences import SENTENCE, TRANSLATOR
from lessons.sequences.results import encode, read


def motif() -> str:
    """Draw the first numbers of the state after each of the first words."""
    states = read(TRANSLATOR, encode(TRANSLATOR, SENTENCE)).arrays["reader"].values
    marks = list(arrow(240, 12, 240, 98, "weight", 2.5))
    for k, name in enumerate(SENTENCE.split()[:5]):
        y = 12 + 18 * k
        marks += [
            word(70, y + 6, name, "ink", 12.5, "end"),
            *cells(80, y, states[k : k + 1, :12], 12, 12, 0.2, full=1.0),
        ]
    return sketch(marks)
