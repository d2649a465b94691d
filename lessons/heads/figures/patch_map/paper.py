"""Print the patching map: every cell, in the chosen direction."""

from pathlib import Path

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, sheet
from lessons.heads.figures.patch_map.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """Draw one table, of the kind at which the figure opens."""
    header, colours = figure.header, figure.header["palette"]["light"]
    start = header["start"]
    direction = start["direction"] - 1
    kind = next(k for k in header["kinds"] if k["name"] == start["kind"])
    values = np.nan_to_num(figure.arrays[f"{kind['name']}.change"].values[direction])
    base, donor = header["sentences"][direction], header["sentences"][1 - direction]
    ends = header["ends"][direction]
    caption = PAPER["caption"].format(
        title=header["title"], base=base["text"], donor=donor["text"], model=header["model"], **ends
    )
    with sheet(figure, path, (8.4, 1.1 + 0.34 * len(kind["rows"])), caption) as paper:
        axes = paper.add_subplot()
        scale = abs(ends["given"] - ends["before"])
        cells(axes, values * np.sign(ends["given"] - ends["before"]), scale, colours, digits=1)
        tops = base.get(kind["name"]) or [{"label": str(n + 1)} for n in range(values.shape[1])]
        axes.set_xticks(
            np.arange(values.shape[1]) + 0.5, [t["label"] for t in tops], rotation=40, ha="left"
        )
        axes.xaxis.tick_top()
        axes.set_yticks(np.arange(len(values)) + 0.5, [row["title"] for row in kind["rows"]])
        paper.subplots_adjust(left=0.2, top=0.72)
