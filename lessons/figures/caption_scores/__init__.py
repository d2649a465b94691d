"""How many captions are right, for several captioners or kinds of drawings: a table of measured numbers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lessons.figures.caption_scores.words import ORIGIN
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import scientific
from lessons.figures.panels import column, picture, table, tells, text


@dataclass(frozen=True)
class Column:
    """A number for each row, and which function of the machine measured it. `tells`: it answers the question."""

    title: str
    values: Sequence[float]
    measured: str  # of transformer.measure.pictures
    share: bool = True  # of 1; else a length, however small
    tells: bool = False


def caption_scores(
    title: str, names: str, rows: Sequence[str], columns: Sequence[Column], said: str = ""
) -> Figure:
    """A row for each of `rows`, which are `names`; what is `said` stands below (markdown's ** for bold)."""
    arrays, shown = {}, []
    for number, one in enumerate(columns):
        values = np.array(one.values, np.float32)
        where = f"transformer.measure.pictures.{one.measured}"
        arrays[f"column {number}"] = Array(values, "row", "logits", where, {"row": list(rows)})
        cells = [f"{value:.1%}" if one.share else length(value) for value in values]
        shown.append(tells(column(one.title, cells), one.tells))
    panels = [table(names, list(rows), shown), text(said, "read")]
    return picture("caption_scores", title, [], panels, arrays, ORIGIN)


def length(value: float) -> str:
    """0 is exactly 0; nothing else is. Of what has no such length: –."""
    if math.isnan(value):
        return "–"
    return "0" if value == 0 else f"{value:.2f}" if value >= 0.01 else scientific(value, 1)
