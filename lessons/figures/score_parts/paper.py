"""The four parts of a head's scores on paper, with their sum and the model's own scores."""

from pathlib import Path

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, sheet
from lessons.figures.score_parts.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """Six maps of the chosen head on one colour scale."""
    header, colours = figure.header, figure.header["palette"]["light"]
    head = header["start"]["head"] - 1
    labels = [label["label"] for label in header["labels"]]
    maps = [(entry, figure.arrays[entry["name"]].values[head]) for entry in header["maps"]]
    scale = max(float(np.abs(values).max()) for _, values in maps)
    adds = PAPER["adds"].format(difference=header["difference"])
    caption = f"{header['title']}. {PAPER['caption'].format(head=head + 1, difference=adds)} {header['origin']}"
    with sheet(figure, path, (10.5, 7.4), caption) as paper:
        for n, (entry, values) in enumerate(maps):
            axes = paper.add_subplot(2, 3, n + 1)
            cells(axes, values, scale, colours, digits=1)
            middle = np.arange(len(labels)) + 0.5
            axes.set_xticks(middle, labels, rotation=60, ha="right", rotation_mode="anchor", size=6)
            axes.set_yticks(middle, labels, size=6)
            sign = ("", "+ ", "+ ", "+ ", "= ", "≈ ")[n]
            axes.set_title(sign + entry["title"], size=9, loc="left")
