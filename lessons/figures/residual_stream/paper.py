"""The residual stream on paper: what the model would write after every sub-layer."""

from pathlib import Path

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import colour, sheet
from lessons.figures.residual_stream.words import PAPER

LIGHTNESS = (0.2126, 0.7152, 0.0722)  # of red, green and blue


def write(figure: Figure, path: Path) -> None:
    """The stack and the table that `figure.at(stack=…, table=…)` chose."""
    header, start = figure.header, figure.header["start"]
    colours = header["palette"]["light"]
    stack = header["stacks"][start["stack"] - 1]
    number = start["table"] - 1
    table = stack["tables"][number]
    best = figure.arrays[f"{stack['name']}.{number}.probability"].values[..., 0]
    tells = stack["tells"].replace("**", "")
    caption = PAPER["caption"].format(title=header["title"], tells=tells, model=header["model"])
    rows, columns = best.shape
    words = [[table["tokens"][i][j][0] for j in range(columns)] for i in range(rows)]
    above = [one["label"] for one in stack["read"]]
    longest = max(map(len, [*above, *sum(words, [])]))
    width = (0.06 * longest + 0.06) * columns + 1.8
    with sheet(figure, path, (width, 0.34 * rows + 1.1), caption) as paper:
        paper.subplots_adjust(left=1.4 / width)
        axes = paper.add_subplot()
        fills = [[colour(0.75 * p, 1.0, colours) for p in row] for row in best]
        axes.imshow(fills, aspect="auto")
        for i, j in np.ndindex(rows, columns):
            ink = "w" if np.dot(fills[i][j], LIGHTNESS) < 0.5 else colours["ink"]
            axes.text(j, i, words[i][j], ha="center", va="center", size=7, color=ink)
        axes.set_xticks(range(columns), above, size=7)
        axes.set_yticks(range(rows), stack["places"])
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
