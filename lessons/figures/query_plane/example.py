"""The last word of what somebody typed."""

from lessons.figures.kit.examples import last_row
from lessons.figures.kit.figure import Figure
from lessons.figures.query_plane import query_plane
from transformer.measure.attention.query_plane import plane


def example() -> Figure:
    return last_row(query_plane, plane)
