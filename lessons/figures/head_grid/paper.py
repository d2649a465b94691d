"""All heads on paper: a small map each, under it the measured name."""

from pathlib import Path

from lessons.figures.head_grid.words import PAPER, WORDS
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, sheet


def write(figure: Figure, path: Path) -> None:
    """One row of maps a layer."""
    header, colours = figure.header, figure.header["palette"]["light"]
    rows = header["rows"]
    count = header["words"]["count"].replace("**", "")
    caption = PAPER["caption"].format(
        title=header["title"], count=count, threshold=header["threshold"]
    )
    most = max((len(row["labels"]) for row in rows), default=1)
    with sheet(figure, path, (8.4, 0.6 + 1.7 * max(1, len(rows))), caption) as paper:
        for n, row in enumerate(rows):
            maps = figure.arrays[f"{row['path']}.weights"].values
            for head, label in enumerate(row["labels"]):
                axes = paper.add_subplot(len(rows), most, n * most + head + 1)
                axes.set_xticks([])
                axes.set_yticks([])
                cells(axes, maps[head], 1.0, colours, digits=None)  # too small to carry numbers
                axes.set_aspect("equal")
                name = label or WORDS["none"]
                axes.set_title(
                    f"{row['title']}, {head + 1}" if head == 0 else str(head + 1),
                    size=6.5,
                    loc="left",
                )
                axes.set_xlabel(name, size=6.5, color=colours["weight" if label else "soft"])
