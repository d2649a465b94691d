"""Caption accuracy for several captioners or kinds of drawings: a table of measured numbers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import scientific
from lessons.figures.panels import column, picture, reveals_answer, table, text
from lessons.pictures.figures.caption_scores.words import ORIGIN


@dataclass(frozen=True)
class Column:
    """One number per row, and the function that measured it. `tells`: the column answers the question."""

    title: str
    values: Sequence[float]
    measured: str  # of transformer.measure.pictures
    share: bool = True  # a fraction of 1; otherwise a length, however small
    tells: bool = False


def caption_scores(
    title: str, names: str, rows: Sequence[str], columns: Sequence[Column], said: str = ""
) -> Figure:
    """Return a table with one row for each of `rows`, titled `names`; `said` is printed below (** for bold)."""
    arrays, shown = {}, []
    for number, shown_column in enumerate(columns):
        values = np.array(shown_column.values, np.float32)
        where = f"transformer.measure.pictures.{shown_column.measured}"
        arrays[f"column {number}"] = Array(values, "row", "logits", where, {"row": list(rows)})
        cells = [f"{value:.1%}" if shown_column.share else length(value) for value in values]
        shown.append(reveals_answer(column(shown_column.title, cells), shown_column.tells))
    panels = [table(names, list(rows), shown), text(said, "read")]
    return picture("caption_scores", title, [], panels, arrays, ORIGIN)


def length(value: float) -> str:
    """Return a length as text: 0 means exactly 0, and – means that there is no such length."""
    if math.isnan(value):
        return "–"
    return "0" if value == 0 else f"{value:.2f}" if value >= 0.01 else scientific(value, 1)
