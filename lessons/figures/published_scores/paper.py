"""Published scores on paper: a dot a system, its score and its cost side by side."""

from pathlib import Path

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.figures.published_scores import ranked
from lessons.figures.published_scores.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """The pair of languages with which the figure opens."""
    header, colours, pair = (
        figure.header,
        figure.header["palette"]["light"],
        figure.header["start"]["pair"],
    )
    order = ranked(figure, pair)
    caption = PAPER["caption"].format(pair=header["pairs"][pair], origin=header["words"]["origin"])
    rows = [header["systems"][n] for n in order]
    ink = [colours["weight" if row["transformer"] else "soft"] for row in rows]
    with sheet(figure, path, (8.4, 0.26 * len(rows) + 0.8), caption) as paper:
        score, cost = paper.subplots(1, 2, sharey=True)
        score.scatter(figure.arrays["bleu"].values[order, pair], range(len(rows)), color=ink)
        cost.scatter(
            np.log10(figure.arrays["flops"].values[order, pair]), range(len(rows)), color=ink
        )
        score.set_yticks(range(len(rows)), [f"{row['name']} ({row['cited']})" for row in rows])
        score.set_ylim(len(rows) - 0.5, -0.5)
        score.set_xlabel(PAPER["score"])
        cost.set_xlabel(PAPER["cost"])
        for axes in (score, cost):
            axes.spines[["top", "right"]].set_visible(False)
        paper.subplots_adjust(left=0.38, wspace=0.1)
