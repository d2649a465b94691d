"""What each head writes, on paper: a row a head, the bias, and their sum."""

from pathlib import Path

import numpy as np

from lessons.figures.head_sum.words import PAPER, WORDS
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, sheet


def write(figure: Figure, path: Path) -> None:
    """The layer and word at which the figure opens."""
    header, colours = figure.header, figure.header["palette"]["light"]
    layer, word = header["layers"][header["start"]["layer"] - 1], header["start"]["word"] - 1
    get = {n: figure.arrays[f"{layer['path']}.{n}"].values for n in ("written", "bias", "output")}
    rows = np.vstack((get["written"][:, word], get["bias"][None], get["output"][word][None]))
    names = [WORDS["head"].format(head=n + 1) for n in range(layer["heads"])]
    caption = PAPER["caption"].format(
        title=header["title"], layer=layer["title"], word=layer["rows"][word]["label"]
    )
    with sheet(figure, path, (8.4, 0.9 + 0.28 * len(rows)), caption) as paper:
        axes = paper.add_subplot()
        cells(axes, rows, float(np.abs(rows).max()) or 1.0, colours)
        axes.set_yticks(np.arange(len(rows)) + 0.5, [*names, WORDS["bias"], WORDS["output"]])
        axes.set_xticks([])
