"""A slide of the decks; its text is arbitrary input."""

from dataclasses import replace

from lessons.figures.kit.examples import TYPED, Figure
from lessons.positions.figures.slide_check import slide_check
from lessons.positions.slides import slides

CELL = {"slide": "table", "row": 0, "column": 0}


def example() -> Figure:
    slide = replace(slides()[0], title=TYPED, deck=TYPED, place=TYPED, says=TYPED)
    return slide_check([slide], lambda slide: TYPED)
