from lessons.figures.kit.examples import Figure, last_row
from lessons.scores.figures.query_plane import query_plane
from lessons.scores.measure.query_plane import plane


def example() -> Figure:
    return last_row(query_plane, plane)
