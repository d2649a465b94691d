"""The sketch on this lesson's card: the vector that each part adds to a word."""

from lessons.block import TRANSLATOR
from lessons.block.results import encode, stream_figure
from lessons.figures.kit.sketch import arrow, bar, line, sketch, word
from lessons.models.shipped import SENTENCE


def motif() -> str:
    """Draw the lengths of the vectors that embedding and sub-layers of both encoder layers add to "it"."""
    figure = stream_figure(TRANSLATOR, encode(TRANSLATOR, SENTENCE))
    lengths = figure.arrays["encoder.length"].values[:, SENTENCE.split().index("it")]
    parts = [float(length) for length in lengths if length > 0][:6]
    most, step = max(parts), 210 / len(parts)
    marks = [line([(14, 92), (228, 92)], "soft", 4), *arrow(220, 92, 240, 92, "soft", 4)]
    for k, length in enumerate(parts):
        x, high = 26 + step * k, 62 * length / most
        hue = "soft" if k < 2 else "weight" if k % 2 == 0 else "value"
        marks += [
            bar(x, 84 - high, 16, high, hue),
            word(x + 8, 84 - high - 8, f"{length:.1f}", "ink", 11),
        ]
    return sketch(marks)
