"""Sketch for the card of this lesson: which words "it" attends to."""

from lessons.attention import SENTENCE
from lessons.attention.results import encode, figure
from lessons.figures.kit.sketch import link, sketch, word
from lessons.models.shipped import OPENS_WITH

SHOWN = ("animal", "street", "it")


def motif() -> str:
    """Draw three words, and the weights of a head of the second layer between them."""
    sentence = encode(OPENS_WITH, SENTENCE)
    arrays = figure(OPENS_WITH, sentence).arrays
    weights = arrays["encoder.layers.1.self_attention.weights"].values[0]
    rows = [sentence.words.index(word_) for word_ in SHOWN]
    heights = (22, 54, 86)
    links = [
        link(92, heights[i], 160, heights[j], float(weights[row, column]))
        for i, row in enumerate(rows)
        for j, column in enumerate(rows)
    ]
    left_hues, right_hues = ("ink", "ink", "query"), ("key", "ink", "ink")
    left = [
        word(84, y, word_, hue, 15, "end")
        for word_, y, hue in zip(SHOWN, heights, left_hues, strict=True)
    ]
    right = [
        word(168, y, word_, hue, 15, "start")
        for word_, y, hue in zip(SHOWN, heights, right_hues, strict=True)
    ]
    return sketch(links, left, right)
