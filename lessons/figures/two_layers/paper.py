"""Two layers on paper: one step of both, and their difference."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, sheet
from lessons.figures.two_layers.words import PAPER, WORDS


def write(figure: Figure, path: Path) -> None:
    """The step at which the figure opens, side by side."""
    header, start = figure.header, figure.header["start"]
    where, head = header["places"][start["place"] - 1], start["head"] - 1
    step, colours = where["steps"][start["step"] - 1], header["palette"]["light"]
    names = [*header["names"], WORDS["difference"].format(one=header["names"][0], other=header["names"][1])]  # fmt: skip
    said = {"title": header["title"], "step": step["name"], "place": where["path"]}
    with sheet(figure, path, (7.6, 2.9), PAPER["caption"].format(**said, head=head + 1)) as paper:
        paper.subplots_adjust(wspace=0.1)
        for n, side in enumerate("abd"):
            array = figure.arrays.get(f"{start['place'] - 1} {step['name']} {side}")
            if array is None:
                continue
            values = array.values[head] if array.values.ndim == 3 else array.values
            scale = step["scale"] if side != "d" else (step["difference"] or 1.0)
            axes = paper.add_subplot(1, 3, n + 1)
            cells(axes, values, scale, colours, digits=1 if side == "d" else 2)
            axes.set_title(names[n], size=8, loc="left")
            for labels, axis in ((step["columns"], axes.xaxis), (step["rows"], axes.yaxis)):
                fits = len(labels) <= 24 and (axis is axes.xaxis or n == 0)
                axis.set_ticks([k + 0.5 for k in range(len(labels))] if fits else [])
                if fits:
                    axis.set_ticklabels([one["label"] for one in labels], size=6)
            axes.tick_params(axis="x", rotation=60)
