"""The sketch on the card of this lesson: which word may attend to which."""

import numpy as np

from lessons.figures.kit.sketch import cells, sketch, word
from lessons.masks import OPENING, TRANSLATOR
from lessons.masks.results import encode, painter


def motif() -> str:
    """Draw the weights of the decoder's first head; forbidden cells are grey."""
    figure = painter(TRANSLATOR, encode(TRANSLATOR, OPENING).texts, "decoder")
    mask = figure.arrays["mask"].values[0, 0].astype(bool)
    weights = figure.arrays["weights 0"].values[0, 0]
    names = [label["label"] for label in figure.header["rows"][0]]
    rows = [word(106, 15 + 15.5 * k, name, "soft", 11.5, "end") for k, name in enumerate(names)]
    return sketch(rows, cells(112, 8, np.where(mask, weights, np.nan), 17, 15.5, 1.5, full=1.0))
