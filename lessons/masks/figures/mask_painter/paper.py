"""Print the mask painter: the mask, and the current view beside it."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, sheet
from lessons.masks.figures.mask_painter.words import PAPER, VIEWS


def write(figure: Figure, path: Path) -> None:
    """Draw the sentence, layer and head that `figure.at(…)` chose."""
    header, start = figure.header, figure.header["start"]
    colours, n = header["palette"]["light"], start["sentence"] - 1
    layer = min(start["layer"], len(header["layers"])) - 1
    through = min(start["layer"], header["through"]) - 1
    mask = figure.arrays["mask"].values[layer, n]
    if start["view"] == "moves":
        shown, limit = figure.arrays["moved"].values[through, n], 1.0
    else:
        stage = {"scores": "scaled", "weights": "weights"}[start["view"]]
        shown = figure.arrays[f"{stage} {layer}"].values[n, start["head"] - 1]
        limit = header["layers"][layer]["limit"] if stage == "scaled" else 1.0
    caption = PAPER["caption"].format(view=VIEWS[start["view"]], **header)
    rows, columns = (len(header[side][n]) for side in ("rows", "columns"))
    with sheet(figure, path, (2 * (0.3 * columns + 1.6), 0.3 * rows + 1.3), caption) as paper:
        for number, (values, most) in enumerate(((mask, 1.0), (shown, limit)), start=1):
            axes = paper.add_subplot(1, 2, number)
            cells(axes, values, most, colours, digits=0 if number == 1 else 1)
            names = [label["label"] for label in header["columns"][n]]
            axes.set_xticks([k + 0.5 for k in range(columns)], names, rotation=45, ha="left")
            axes.xaxis.tick_top()
            names = [label["label"] for label in header["rows"][n]]
            axes.set_yticks([k + 0.5 for k in range(rows)], names if number == 1 else [])
