from lessons.embeddings.figures.embedding_map import embedding_map
from lessons.figures.kit.examples import TYPED, Figure, load

CELL = {"word": 5, "other": 9}


def example() -> Figure:
    return embedding_map(load("english_french"), "source", ["the", TYPED])
