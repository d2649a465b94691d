"""A head on a body on paper: the squares of what goes in and comes out, and what the head says at each position."""

from pathlib import Path

import numpy as np

from lessons.figures.four_heads.words import PAPER
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, sheet


def write(figure: Figure, path: Path) -> None:
    """Columns of positions: words, what goes in, what comes out, and above them the head."""
    header, colours = figure.header, figure.header["palette"]["light"]
    count, chances = len(header["tokens"]), figure.arrays["chances"].values
    plain = {name: header[name].replace("**", "") for name in ("title", "head", "said")}
    with sheet(figure, path, (max(6.0, 0.62 * count), 3.6), PAPER.format(**plain)) as paper:
        rows = paper.subplots(3, count, height_ratios=(1.4, 1, 1), squeeze=False)
        for place, column in enumerate(rows.T):
            said(column[0], chances, place, header, colours)
            for axes, name in ((column[1], "after"), (column[2], "before")):
                values = figure.arrays[name].values
                scale = float(np.abs(values).max()) or 1.0
                cells(
                    axes,
                    values[place],
                    scale,
                    colours | {"weight_full": colours["value_full"]},
                    None,
                )
                axes.set(xticks=[], yticks=[], aspect="equal")
            column[1].set_title(
                "read" if header["read"][place] else "", size=6, color=colours["ink"]
            )
            column[2].set_xlabel(header["tokens"][place]["label"], size=7)


def said(axes, chances: np.ndarray, place: int, header: dict, colours: dict[str, str]) -> None:
    """The probabilities at a position; of a whole text at [CLS]."""
    axes.set_axis_off()
    if not header["read"][place]:
        return
    shown = chances if chances.ndim == 1 else chances[place]
    axes.bar(range(len(shown)), shown, color=colours["value"])
    axes.set(ylim=(0, 1))
    most = header["labels"][int(shown.argmax())] if header["task"] != "span" else ""
    axes.set_title(most, size=6, color=colours["ink"])
