"""Print the Adam lab with the view, the rate and the step at which the figure was opened."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Paper
from matplotlib.patches import Ellipse

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.training.figures.adam_lab.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """Draw one of the three views in the colours of the screen."""
    start, header = figure.header["start"], figure.header
    view = start["view"]
    about = header[view]
    gaps = {**about, "step": start["step"]}
    if view == "valley":
        gaps["rate"] = about["rates"][start["rate"]]
    if view == "weight":
        gaps["weight"] = about["weights"][start["weight"]]["title"]
    height = {"valley": 3.6, "weight": 4.6, "decay": 3.6}[view]
    draw = {"valley": _valley, "weight": _weight, "decay": _decay}[view]
    with sheet(figure, path, (8.4, height), PAPER[view].format(**gaps)) as paper:
        draw(figure, paper, header["palette"]["light"])


def _valley(figure: Figure, paper: Paper, colours: dict[str, str]) -> None:
    """Draw ellipses and paths on the left and the height by step on the right."""
    start, about = figure.header["start"], figure.header["valley"]
    above, beside = paper.add_subplot(121), paper.add_subplot(122)
    for rx, ry in figure.arrays["valley.radii"].values:
        above.add_patch(
            Ellipse(about["lowest"], 2 * rx, 2 * ry, fill=False, ec=colours["hatch"], lw=0.6)
        )
    paths = figure.arrays["valley.value"].values[start["rate"]]  # (walker, coordinate, step)
    heights = figure.arrays["valley.height"].values[start["rate"]]  # (walker, step)
    for walker, path, over in zip(about["walkers"], paths, heights, strict=True):
        style = {"color": colours[walker["hue"]], "ls": "--" if walker["dashed"] else "-"}
        above.plot(*path[:, : start["step"] + 1], lw=1.2, **style)
        beside.plot(10.0 ** over.astype(float), lw=1, label=walker["title"], **style)
    above.plot(*about["lowest"], "x", color=colours["ink"])
    above.set(xlim=(-3.2, 6.4), ylim=(-2.4, 5.6), xlabel="x", ylabel="y")
    beside.set(yscale="log", ylim=(1e-4, 1e4), xlabel=PAPER["step"], ylabel=PAPER["height"])
    beside.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    beside.axvline(start["step"], color=colours["soft"], lw=0.8, ls=":")
    beside.legend(frameon=False, fontsize=7)
    _plain(above, beside)


def _weight(figure: Figure, paper: Paper, colours: dict[str, str]) -> None:
    """Draw the parameter, its gradient, its update and the mean of squares."""
    at, arrays = figure.header["start"]["weight"], figure.arrays
    steps = np.arange(1, figure.header["weight"]["steps"] + 1)
    charts = (
        ("value", "value", "weight", np.arange(len(steps) + 1)),
        ("gradient", "m_hat", "query", steps),
        ("update", "update", "weight", steps),
        ("square", "v_hat", "key", steps),
    )
    for place, (title, name, hue, x) in enumerate(charts, start=1):
        axes = paper.add_subplot(2, 2, place)
        if title == "gradient":
            axes.plot(x, arrays["weight.entering"].values[at], ".", color=colours["soft"])
        if title == "update":
            for sign in (1, -1):
                rate = sign * arrays["weight.rate"].values
                axes.plot(x, rate, "--", color=colours["soft"], lw=0.8)
        axes.plot(x, arrays[f"weight.{name}"].values[at], color=colours[hue], lw=1.4)
        axes.set_title(PAPER[title], size=9, loc="left", color=colours["ink"])
        _plain(axes)


def _decay(figure: Figure, paper: Paper, colours: dict[str, str]) -> None:
    """Draw each kind of decay for each size of the gradient."""
    about, values = figure.header["decay"], figure.arrays["decay.value"].values
    axes = paper.add_subplot()
    for way, rows in zip(about["ways"], values, strict=True):
        for k, (size, row) in enumerate(zip(about["sizes"], rows, strict=True)):
            same = np.array_equal(rows[0], rows[-1]) or np.allclose(rows[0], rows[-1], atol=1e-4)
            label = way["title"] if same else f"{way['title']}, ±{size:g}"
            shown = None if same and k else label
            style = ("-", "--", ":")[k]
            axes.plot(row, style, color=colours[way["hue"]], lw=1.6, label=shown)
    axes.set(ylim=(0, 1.02), xlabel=PAPER["step"], ylabel=PAPER["value"])
    axes.legend(frameon=False, fontsize=8)
    _plain(axes)


def _plain(*all_axes: Axes) -> None:
    for axes in all_axes:
        axes.spines[["top", "right"]].set_visible(False)
