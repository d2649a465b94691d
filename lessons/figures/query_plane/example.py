from lessons.figures.kit.examples import Figure, last_row
from lessons.figures.query_plane import query_plane
from transformer.measure.attention.query_plane import plane


def example() -> Figure:
    return last_row(query_plane, plane)
