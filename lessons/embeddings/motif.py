"""Sketch for the card of this lesson: words as points."""

import numpy as np

from lessons.embeddings import TRANSLATOR
from lessons.embeddings.results import encode
from lessons.embeddings.results import map_figure as embedding_map
from lessons.figures.kit.sketch import dot, sketch, word
from lessons.models.shipped import SENTENCE

WORDS = {
    "part_0": ("girl", "pie", "teacher", "egg"), "part_1": ("american", "light"), "part_2": ("sang", "did", "buy"),
}  # fmt: skip
# nouns, adjectives and verbs that are far enough apart to be readable


def motif() -> str:
    """Draw some words at their points of the map, and all others as pale points."""
    figure = embedding_map(TRANSLATOR, "source", encode(TRANSLATOR, SENTENCE))
    points = figure.arrays["points"].values[:, :2]
    low, high = np.quantile(points, [0.02, 0.98], axis=0)
    places = np.clip((points - low) / (high - low), -0.02, 1.02) * [190, -84] + [22, 96]
    full = [point["full"] for point in figure.header["points"]]
    pale = [dot(x, y, "line", 1.8) for x, y in places]
    marks_of_words = [
        mark
        for hue, words in WORDS.items()
        for shown_word in words
        for x, y in [places[full.index(shown_word)]]
        for mark in (dot(x, y, hue), word(x + 7, y, shown_word, "ink", 12, "start"))
    ]
    return sketch(pale, marks_of_words)
