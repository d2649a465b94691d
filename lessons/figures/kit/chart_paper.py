"""A chart (`chart.py`) on paper: the same traces, axes and names as on the screen, by matplotlib."""

import math
import textwrap
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from lessons.figures.kit import chart
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet

STYLES = {"": "-", "dash": "--", "dot": ":"}
FORMS = {"circle": "o", "square": "s", "triangle-up": "^", "x": "X", "diamond": "D"}
WIDTH, HEIGHT = 8.4, 3.2  # inches, of a row of panels


def write(figure: Figure, path: Path, caption: str = "") -> None:
    """All panels at the place that `figure.at(…)` chose; the caption is what the figure says of itself."""
    header, columns = figure.header, figure.header["chart"]["columns"]
    panels = [header["chart"]["panels"][k] for k in chart.panels(header, header["start"])]
    tall = 2.0 if panels[0]["y"].get("square") or panels[0]["z"] else 1.0
    rows = math.ceil(len(panels) / columns)
    with sheet(figure, path, (WIDTH, HEIGHT * tall * rows), caption or header["caption"]) as paper:
        for number, panel in enumerate(panels, start=1):
            kind = {"projection": "3d"} if panel["z"] else {}
            draw(figure, panel, paper.add_subplot(rows, columns, number, **kind))


def draw(figure: Figure, panel: chart.Panel, axes: Axes) -> None:
    """One panel into these axes."""
    header, arrays = figure.header, {n: a.values for n, a in figure.arrays.items()}
    ink, at = header["palette"]["light"], chart.place_of(header, header["start"])
    for name in (name for name in "xyz" if panel[name] and panel[name].get("powers")):
        getattr(axes, f"set_{name}scale")("log")
    for one in panel["traces"]:
        if chart.is_seen(one, (), at):
            where = chart.points(arrays, one, at)
            traced(axes, one, where, ink, at)
            printed(axes, one, where, chart.texts(arrays, one, at), ink)
    for line in panel["lines"]:
        named(axes, line, ink)
    for name in "xyz":
        if panel[name]:
            dress(axes, name, panel[name])
    said = textwrap.fill(panel["title"].replace("**", ""), 90 // figure.header["chart"]["columns"])
    axes.set_title(said, fontsize=8, loc="left")
    handles, names = axes.get_legend_handles_labels()
    if names:
        once = dict(zip(names, handles, strict=True))  # a name that several traces have, once
        axes.legend(once.values(), once, frameon=False, fontsize=7)
    if not panel["z"]:
        axes.spines[["top", "right"]].set_visible(False)


def traced(
    axes: Axes, one: chart.Trace, where: dict[str, np.ndarray], ink: dict[str, str], at: dict
) -> None:
    """A line, its marks by their form, and the texts that are printed."""
    places, colour = [where[name] for name in "xyz" if name in where], ink[one["colour"]]
    strong = "strong" in one and all(at[f"{k} value"] == v for k, v in one["strong"].items())
    wide, size = one.get("wide", 2) * (1 + strong) * 0.6, one.get("dots", 0)
    label = one["name"] or "_"
    style = STYLES[one.get("dash", "")] if wide else ""
    forms = one.get("symbols") or ["circle"]
    forms = [forms] if isinstance(forms, str) else forms
    size = 0 if isinstance(size, list) else 0.6 * size
    if wide or len(set(forms)) == 1:
        axes.plot(
            *places,
            style,
            marker=FORMS.get(forms[0], "o") if size else "",
            ms=size,
            mew=0,
            lw=wide,
            color=colour,
            label=label,
        )
    else:
        for form in dict.fromkeys(forms):
            rows = [k for k, each in enumerate(forms) if each == form]
            axes.plot(
                *(p[rows] for p in places),
                FORMS.get(form, "o"),
                ms=size,
                mew=0,
                color=colour,
                label=label,
            )
            label = "_"
    if one.get("ends") and np.isnan(where["y"]).any():
        last = np.flatnonzero(~np.isnan(where["y"]))[-1]
        axes.plot(where["x"][last], where["y"][last], "x", color=colour, ms=9)


def printed(
    axes: Axes,
    one: chart.Trace,
    where: dict[str, np.ndarray],
    texts: list[str],
    ink: dict[str, str],
) -> None:
    """The texts that stand beside their points."""
    shown = one.get("shown", ())
    for row in range(len(texts) * shown) if isinstance(shown, bool) else shown:
        place = [where[name][row] for name in "xyz" if name in where]
        axes.text(
            *place, f" {texts[row]}", fontsize=7.5, va="center", color=ink[one.get("ink", "soft")]
        )


def named(axes: Axes, line: dict, ink: dict[str, str]) -> None:
    colour = ink[line["colour"]]
    draw, style = (
        (axes.axvline if line.get("upright") else axes.axhline),
        "-" if line.get("solid") else "--",
    )
    draw(line["value"], color=colour, ls=style, lw=1)
    if line.get("upright"):
        axes.text(
            line["value"],
            0.98 - line.get("down", 0),
            f" {line['label']}",
            color=colour,
            fontsize=7,
            va="top",
            transform=axes.get_xaxis_transform(),
        )
    else:
        left, below = line.get("left"), line.get("below")
        axes.text(0.02 if left else 1, line["value"], line["label"], color=colour, fontsize=7, ha="left" if left else "right",
                  va="top" if below else "bottom", transform=axes.get_yaxis_transform())  # fmt: skip


def dress(axes: Axes, name: str, one: chart.Axis) -> None:
    getattr(axes, f"set_{name}label")(one["title"], fontsize=8)
    low, high = one["range"]
    getattr(axes, f"set_{name}lim")(low, high)
    if one.get("ticks", "").endswith("%"):
        getattr(axes, f"{name}axis").set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    if one.get("whole"):
        getattr(axes, f"{name}axis").get_major_locator().set_params(integer=True)
    if one.get("bare"):
        getattr(axes, f"set_{name}ticks")([])
    if one.get("square"):
        axes.set_aspect("equal", adjustable="datalim" if None in one["range"] else "box")
