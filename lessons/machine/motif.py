"""The sketch on this lesson's card: word vectors before and after a layer."""

import numpy as np

from lessons.figures.kit.sketch import cells, link, sketch, word
from lessons.machine import results
from lessons.models.shipped import OPENS_WITH, SENTENCE

WORDS = ("animal", "street", "it", "was", "tired")
NUMBERS, LAYER = 14, "encoder.layers.1"  # of the 64 components of a word vector


def motif() -> str:
    """Draw the weights of the first head of the second layer, between its input and output vectors."""
    reading = results.encode(OPENS_WITH, SENTENCE)
    arrays = results.model_map(OPENS_WITH, reading).arrays
    rows = [reading.words.index(name) for name in WORDS]
    weights = arrays[f"{LAYER}.self_attention.weights"].values[0][np.ix_(rows, rows)]
    before = arrays[f"{LAYER}.attention_residual.normed"].values[rows, :NUMBERS]
    after = arrays[f"{LAYER}.attention_residual.sum"].values[rows, :NUMBERS]
    heights = [14 + 20 * k for k in range(len(rows))]
    names = [word(54, y, name, "soft", 11.5, "end") for name, y in zip(WORDS, heights, strict=True)]
    carpets = [
        cells(x, y - 7, values[k], 5, 14, 0.3, full=2.5)
        for x, values in ((60, before), (176, after))
        for k, y in enumerate(heights)
    ]
    looks = [
        link(134, heights[j], 172, heights[i], float(weights[i, j]), 6)
        for i, j in np.ndindex(weights.shape)
        if weights[i, j] > 0.05
    ]
    return sketch(names, *carpets, looks)
