"""Sketch for the card of this lesson: which words "it" attends to."""

from lessons.attention import SENTENCE
from lessons.attention.results import encode, figure
from lessons.figures.kit.sketch import link, sketch, word
from lessons.models.shipped import OPENS_WITH

SHOWN = ("animal", "street", "it")


def motif() -> str:
    """Draw three words, and the weights of a head of the second layer between them."""
    asked = encode(OPENS_WITH, SENTENCE)
    arrays = figure(OPENS_WITH, asked).arrays
    weights = arrays["encoder.layers.1.self_attention.weights"].values[0]
    rows = [asked.words.index(one) for one in SHOWN]
    heights = (22, 54, 86)
    links = [
        link(92, heights[i], 160, heights[j], float(weights[row, column]))
        for i, row in enumerate(rows)
        for j, column in enumerate(rows)
    ]
    looks, seen = ("ink", "ink", "query"), ("key", "ink", "ink")
    left = [
        word(84, y, one, hue, 15, "end") for one, y, hue in zip(SHOWN, heights, looks, strict=True)
    ]
    right = [
        word(168, y, one, hue, 15, "start")
        for one, y, hue in zip(SHOWN, heights, seen, strict=True)
    ]
    return sketch(links, left, right)
