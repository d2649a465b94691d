"""A slide of two positions with one slip among four numbers; the text of the deck is arbitrary input."""

import math
from types import SimpleNamespace

import numpy as np

from lessons.figures.kit.examples import TYPED, Figure
from lessons.positions.figures.slide_check import slide_check

CELL = {"slide": "waves", "row": 0, "column": 0}


def example() -> Figure:
    slide = SimpleNamespace(
        name="waves", title=TYPED, deck=TYPED, place=TYPED, says=TYPED, printed=True, columns="dimension",
        rows=(("0.0000", "1.0000"), ("0.8415", "0.9999")),
        right=np.array([[0, 1], [math.sin(1), math.cos(1)]]),
        lines=((("sin(0)",), ("cos(0)",)), (("sin(1)",), ("cos(1)",))),
        is_slip=lambda row, column: (row, column) == (1, 1),
    )  # fmt: skip
    return slide_check([slide], lambda slide: TYPED)
