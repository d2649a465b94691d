"""Attention by hand on paper: the matrices of one step, with their numbers."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, sheet
from lessons.figures.three_inputs import DIVIDED
from lessons.figures.three_inputs.words import PAPER, WORDS


def write(figure: Figure, path: Path) -> None:
    """The step that `figure.at(step=…)` chose."""
    header, start = figure.header, figure.header["start"]
    colours = header["palette"]["light"]
    step = header["steps"][start["step"] - 1]
    names = [name for name in (step["left"], step["right"], step["name"]) if name]
    shown = [header["matrices"][name] for name in names]
    caption = PAPER["caption"].format(
        title=header["title"], step=step["caption"].replace("**", ""), cited=WORDS["cited"]
    )
    with sheet(figure, path, (2.5 * len(shown) + 0.6, 2.2), caption) as paper:
        for n, matrix in enumerate(shown, start=1):
            axes = paper.add_subplot(1, len(shown), n)
            name = matrix["array"] + (DIVIDED if start["divide"] else "")
            values = figure.arrays.get(name, figure.arrays[matrix["array"]]).values
            hue = colours | {"weight_full": colours[matrix["hue"]]}
            cells(axes, values.T if matrix["turned"] else values, matrix["limit"], hue)
            axes.set_title(matrix["title"], size=9, color=colours["ink"])
            axes.set_xticks([k + 0.5 for k in range(len(matrix["columns"]))], matrix["columns"])
            axes.set_yticks([k + 0.5 for k in range(len(matrix["rows"]))], matrix["rows"])
