"""The sketch on this lesson's card: the maps of four heads."""

from lessons.figures.kit.sketch import box, cells, sketch, word
from lessons.heads import MODEL, SENTENCE
from lessons.heads.results import encode, grid_figure


def motif() -> str:
    """Draw the attention weights of all heads of the second encoder layer."""
    maps = (
        grid_figure(MODEL, encode(MODEL, SENTENCE))
        .arrays["encoder.layers.1.self_attention.weights"]
        .values
    )
    side = 52 / maps.shape[1]
    marks = []
    for k, weights in enumerate(maps):
        x = 12 + 59 * k
        marks += [word(x + 26, 18, f"head {k + 1}", "soft", 11.5), box(x - 1, 31, 54, 54, round=2)]
        marks += cells(x, 32, weights, side, side, 0.2, full=1.0)
    return sketch(marks)
