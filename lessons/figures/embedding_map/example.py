"""The words of a translation model, and one that somebody typed."""

from lessons.figures.embedding_map import embedding_map
from lessons.figures.kit.examples import TYPED
from lessons.figures.kit.figure import Figure
from transformer.weights import load

CELL = {"word": 5, "other": 9}


def example() -> Figure:
    return embedding_map(load("english_french"), "source", ["the", TYPED])
