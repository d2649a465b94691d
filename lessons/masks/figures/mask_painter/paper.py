"""Print the mask painter: the mask, and the current view beside it."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.panels import equation, matrix, paper
from lessons.masks.figures.mask_painter.words import PAPER, VIEWS


def write(figure: Figure, path: Path) -> None:
    """Draw the sentence, layer and head that `figure.at(…)` chose."""
    header, start = figure.header, figure.header["start"]
    n, layer = start["sentence"] - 1, min(start["layer"], len(header["layers"])) - 1
    through, head = min(start["layer"], header["through"]) - 1, start["head"] - 1
    limit = header["layers"][layer]["limit"] if start["view"] == "scores" else 1
    shown = {
        "moves": f"moved[{through}, {n}, :, :]:1",
        "scores": f"scaled {layer}[{n}, {head}, :, :]:1",
        "weights": f"weights {layer}[{n}, {head}, :, :]:1",
    }[start["view"]]
    rows, columns = header["rows"][n], header["columns"][n]
    both = equation(
        matrix(f"mask[{layer}, {n}, :, :]:0", rows, columns, full=1),
        matrix(shown, len(rows), columns, full=limit),
    )
    caption = PAPER["caption"].format(view=VIEWS[start["view"]], **header)
    paper.write_panels(figure, [both], caption, path)
