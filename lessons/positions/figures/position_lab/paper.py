"""Print the position lab: the table and its dot products, or the reason why they do not exist."""

from pathlib import Path

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, numbered, sheet
from lessons.positions.figures.position_lab.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """Draw the table on the left and PE · PEᵀ on the right, with numbers if they fit."""
    header, colours = figure.header, figure.header["palette"]["light"]
    setting = header["setting"]
    scheme = next(s for s in header["schemes"] if s["name"] == setting["scheme"])
    waves = setting["scheme"] in header["waves"]
    base = PAPER["base"].format(base=setting["base"] or 0) if waves else ""
    size = {name: setting[name] or 0 for name in ("positions", "dimensions")}
    caption = PAPER["caption"].format(
        scheme=scheme["title"], formula=scheme["formula"], base=base, **size
    )
    if header["refused"]:
        with sheet(figure, path, (8.4, 1.2), f"{caption} {header['refused']}"):
            return
    with sheet(figure, path, (8.4, 4.2), caption) as paper:
        for place, name, across in ((121, "table", "column"), (122, "products", "row")):
            values = figure.arrays[name].values
            axes = paper.add_subplot(place)
            cells(axes, values, float(np.abs(values).max()), colours, digits=4)
            numbered(axes, *values.shape)
            axes.set_title(PAPER[name], size=9, loc="left", color=colours["ink"])
            axes.set_xlabel(PAPER[across], color=colours["soft"])
            axes.set_ylabel(PAPER["row"], color=colours["soft"])
