"""Print a chart (`chart.py`): the same traces, axes and names as on the screen, by matplotlib."""

import math
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lessons.figures.kit import chart, choices
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.numbers import power
from lessons.figures.kit.paper import sheet

STYLES = {"": "-", "dash": "--", "dot": ":"}
FORMS = {"circle": "o", "square": "s", "triangle-up": "^", "x": "X", "diamond": "D"}
WIDTH, HEIGHT = 8.4, 3.2  # inches, of a row of panels


def write(figure: Figure, path: Path, caption: str) -> None:
    """Draw all panels in the state that `figure.at(…)` chose."""
    at, columns = chart.place_of(figure.header), figure.header["chart"]["columns"]
    panels = choices.picked(figure.header["chart"]["panels"], at)
    tall = 2.0 if panels[0]["y"].get("square") or panels[0]["z"] else 1.0
    rows = math.ceil(len(panels) / columns)
    with sheet(figure, path, (WIDTH, HEIGHT * tall * rows), caption) as paper:
        for number, panel in enumerate(panels, start=1):
            kind = {"projection": "3d"} if panel["z"] else {}
            draw(figure, panel, at, paper.add_subplot(rows, columns, number, **kind))


def draw(figure: Figure, panel: chart.Panel, at: Mapping[str, Any], axes: Axes) -> None:
    """Draw one panel into these axes."""
    arrays = {name: array.values for name, array in figure.arrays.items()}
    ink, columns = figure.header["palette"]["light"], figure.header["chart"]["columns"]
    traces, lines = chart.visible_parts(panel, at)
    for trace in traces:
        where = chart.points(arrays, trace, at)
        traced(axes, trace, [where[name] for name in "xyz" if name in where], ink)
        printed(axes, trace, where, chart.texts(arrays, trace, at), ink)
    for line in lines:
        draw_level(axes, line, ink["soft"])
    for name in (name for name in "xyz" if panel[name]):
        dress(axes, name, panel[name])
    axes.set_title(textwrap.fill(panel["title"].replace("**", ""), 90 // columns), fontsize=8, loc="left")  # fmt: skip
    handles, names = axes.get_legend_handles_labels()
    if names:
        axes.legend(handles, names, frameon=False, fontsize=7)
    if not panel["z"]:
        axes.spines[["top", "right"]].set_visible(False)


def traced(
    axes: Axes, trace: chart.Trace, places: list[np.ndarray], ink: Mapping[str, str]
) -> None:
    """Draw a line with its marks; marks of several symbols, symbol by symbol."""
    wide, size, forms = trace.get("wide", 2), trace.get("dots", 0), trace.get("symbols", "circle")
    look = {
        "ms": 0 if isinstance(size, list) else 0.6 * size,
        "mew": 0,
        "color": ink[trace["colour"]],
    }
    style, label = STYLES[trace.get("dash", "")] if wide else "", trace["name"] or "_"
    if isinstance(forms, str):
        axes.plot(*places, style, marker=FORMS.get(forms, "o") if size else "", lw=0.6 * wide, label=label, **look)  # fmt: skip
        return
    for form in dict.fromkeys(forms):
        rows = [k for k, each in enumerate(forms) if each == form]
        axes.plot(*(values[rows] for values in places), FORMS[form], label=label, **look)
        label = "_"  # once for a name that several symbols share


def printed(
    axes: Axes, trace: chart.Trace, where: dict[str, np.ndarray], texts: list[str], ink: Mapping[str, str]
) -> None:  # fmt: skip
    """Draw the texts beside their points."""
    for row, text in enumerate(texts if trace.get("shown") else ()):
        place, colour = (
            [where[name][row] for name in "xyz" if name in where],
            ink[trace.get("ink", "soft")],
        )
        axes.text(*place, f" {text}", fontsize=7.5, va="center", color=colour, clip_on=True)


def draw_level(axes: Axes, line: dict, colour: str) -> None:
    """Draw a named line, with its name where the screen has it."""
    value, look = line["value"], {"color": colour, "fontsize": 7}
    if line.get("upright"):
        axes.axvline(value, color=colour, ls="--", lw=1)
        across = axes.get_xaxis_transform()
        axes.text(
            value,
            0.98 - line.get("down", 0),
            f" {line['label']}",
            va="top",
            transform=across,
            **look,
        )
        return
    axes.axhline(value, color=colour, ls="--", lw=1)
    place = {"x": 0.02, "ha": "left"} if line.get("left") else {"x": 1, "ha": "right"}
    along = axes.get_yaxis_transform()
    axes.text(y=value, s=line["label"], va="top" if line.get("below") else "bottom", transform=along, **look, **place)  # fmt: skip


def dress(axes: Axes, name: str, axis: chart.Axis) -> None:
    """Set the title, the ends and the ticks of an axis."""
    getattr(axes, f"set_{name}label")(axis["title"], fontsize=8)
    if axis.get("powers"):
        getattr(axes, f"set_{name}scale")("log")
        formatter = getattr(axes, f"{name}axis").set_major_formatter
        formatter(lambda value, _: power(round(np.log10(value))))
    if axis["range"] != [None, None]:
        getattr(axes, f"set_{name}lim")(*axis["range"])
    ticks = getattr(axes, f"{name}axis")
    if axis.get("ticks") == ".0%":
        ticks.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
    if axis.get("whole"):
        ticks.get_major_locator().set_params(integer=True)
    if axis.get("at"):
        ticks.set_ticks(axis["at"], [f"{value:g}" for value in axis["at"]])
    if axis.get("bare"):
        ticks.set_ticks([])
    if axis.get("square"):
        axes.set_aspect("equal", adjustable="datalim" if None in axis["range"] else "box")
