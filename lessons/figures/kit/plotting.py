"""A chart (`chart.py`) as Plotly takes it: plain data, in which every text is escaped and every colour the palette's.

Plotly reads a little HTML in its texts, and formulas between dollars where a page has MathJax: what people typed
is neither.
"""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from lessons.figures.kit import chart
from lessons.figures.kit.chart import Arrays, Axis, Panel, Trace

FONT = '"Source Sans", "Source Sans 3", -apple-system, "Segoe UI", Roboto, sans-serif'
DASHES = {"": "solid", "dash": "6px,4px", "dot": "1px,4px"}
CLEAR = "rgba(0,0,0,0)"
# Nothing is sent anywhere, no link leads away, and the wheel belongs to the page.
CONFIG = {
    "displaylogo": False, "showLink": False, "plotlyServerURL": "", "scrollZoom": False, "responsive": True,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d", "resetCameraLastSave3d"],
}  # fmt: skip
SIDES = ("top center", "middle right", "bottom center", "middle left")
GLIDE = {"mode": "immediate", "transition": {"duration": 420, "easing": "cubic-in-out"}}
AT_ONCE = {"mode": "immediate", "transition": {"duration": 0}, "frame": {"duration": 0, "redraw": False}}  # fmt: skip


def text(said: str) -> str:
    """Nothing in it is markup or a formula; between ** and **: bold."""
    for sign, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("$", "&#36;")):
        said = said.replace(sign, code)
    return "".join(f"<b>{part}</b>" if k % 2 else part for k, part in enumerate(said.split("**")))


def drawn(
    header: dict, arrays: Arrays, number: int, palette: Mapping[str, str], start: Mapping[str, Any],
    hidden: Sequence[str] = (),
) -> dict[str, Any]:  # fmt: skip
    """The panel of that number at a place: data, layout, and a frame for each step of the film."""
    said, at = header["chart"], chart.place_of(header, start)
    panel = said["panels"][number]
    covered = [{"tells": panel["tells"]}]  # by an open question, all of it
    seen, lines = (
        [one for one in found if all(chart.is_seen(x, hidden, at) for x in (one, *covered))]
        for found in (panel["traces"], panel["lines"])
    )
    data = [traced(one, arrays, at, palette) for one in seen]
    found = {"data": data, "layout": layout(panel, palette, said["height"], lines), "frames": []}
    if said["film"]:
        moving = [
            k for k, one in enumerate(seen) if any(said["film"] in one[axis] for axis in "xyz")
        ]
        for name, there in chart.places({**header, "start": start}, [said["film"]]):
            place = chart.place_of(header, there)
            moved = [
                {k: listed(v) for k, v in chart.points(arrays, seen[n], place).items()}
                for n in moving
            ]
            found["frames"].append({"name": name, "traces": moving, "data": moved})
        found["layout"] |= player(header, at, palette)
    return found


def listed(values: np.ndarray) -> list:
    """As JSON has numbers: what is none, null. Seven digits of a float32 mean something."""
    return [float(f"{value:.7g}") if np.isfinite(value) else None for value in values.tolist()]


def thinned(where: dict[str, np.ndarray], most: int = 3000) -> dict[str, np.ndarray]:
    """Of more points than a screen has pixels the lowest and the highest of each few that share one."""
    size = -(-len(where["y"]) // (most // 2))
    if len(where["y"]) <= most:
        return where
    kept = set()
    for first in range(0, len(where["y"]), size):
        some = np.nan_to_num(where["y"][first : first + size])
        kept |= {first + int(some.argmin()), first + int(some.argmax())}
    return {name: values[sorted(kept)] for name, values in where.items()}


def traced(
    one: Trace, arrays: Arrays, at: Mapping[str, Any], palette: Mapping[str, str]
) -> dict[str, Any]:
    """One trace: its line, its marks, and what is read at each point."""
    where, colour = thinned(chart.points(arrays, one, at)), palette[one["colour"]]
    strong = "strong" in one and all(at[f"{k} value"] == v for k, v in one["strong"].items())
    wide, dots, shown = one.get("wide", 2) * (1 + strong), one.get("dots", 0), one.get("shown", ())
    parts = {"lines": wide, "markers": dots, "text": shown}
    form = one.get("symbols", "circle")
    if isinstance(shown, bool):
        shown = range(len(where["y"]) * shown)
    if one.get("ends") and np.isnan(where["y"]).any():
        last = int(np.flatnonzero(~np.isnan(where["y"]))[-1])
        form, dots = ["circle"] * last + ["x"], [dots] * last + [2 * dots]
    found = {axis: listed(values) for axis, values in where.items()} | {
        "type": "scatter3d" if one["z"] else "scatter", "mode": "+".join(k for k, on in parts.items() if on),
        "name": text(one["name"]), "showlegend": bool(one["name"]), "legendgroup": one["name"],
        "line": {"color": colour, "width": wide, "dash": DASHES[one.get("dash", "")]},
        "marker": {"color": colour, "symbol": form, "size": dots, "opacity": one.get("opacity", 1), "line": {"width": 0}},
        "cliponaxis": False, "hovertemplate": f"%{{y:{one.get('reads', '.4~g')}}}<extra>%{{fullData.name}}</extra>",
    }  # fmt: skip
    if texts := [text(each) for each in chart.texts(arrays, one, at)]:
        found |= {"hovertext": texts, "customdata": one.get("rows", list(range(len(texts))))}
        found["hovertemplate"] = "%{hovertext}<extra></extra>"
    if shown:
        found |= {
            "text": [each if k in shown else "" for k, each in enumerate(texts)],
            "textposition": [SIDES[k % 4] for k in range(len(texts))] if one.get("around") else one.get("side", "middle right"),
            "textfont": {"color": palette[one.get("ink", "soft")], "size": one.get("size", 13)},
        }  # fmt: skip
    if "lacks" in one:
        found["meta"] = {"lacks": one["lacks"]}
    if one["z"]:
        del found["cliponaxis"]
    if one.get("turns"):
        found["marker"] |= {"angleref": "previous"}
    if one.get("quiet"):
        del found["hovertemplate"]
        found["hoverinfo"] = "skip"
    return found


def layout(
    panel: Panel, palette: Mapping[str, str], height: int, lines: Sequence[dict]
) -> dict[str, Any]:
    """Calm: no box, thin lines across, the names of the curves above them."""
    ink, words = palette["ink"], {"family": FONT, "size": 14}
    found = {
        "height": height, "margin": {"l": 48, "r": 12, "t": 30 if any(one["name"] for one in panel["traces"]) else 14, "b": 40}, "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR, "font": words | {"color": palette["soft"]},
        "hovermode": panel.get("reads", "x unified"), "clickmode": "event+select", "dragmode": "zoom",
        "hoverlabel": {"bgcolor": palette["panel"], "bordercolor": palette["line"], "font": words | {"color": ink}},
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "font": {"color": ink}},
        "modebar": {"bgcolor": CLEAR, "color": palette["hatch"], "activecolor": palette["weight"]},
    }  # fmt: skip
    axes = {f"{name}axis": axis(panel[name], palette) for name in "xyz" if panel[name]}
    if panel["z"]:
        flat = {"showbackground": False, "showspikes": False}
        axes = {name: one | flat for name, one in axes.items()}
        for one in axes.values():  # what axes in space do not have
            del one["automargin"], one["title"]["standoff"]
        eye = {"eye": {"x": 1.3, "y": 1.3, "z": 0.6}, "center": {"x": 0, "y": 0, "z": -0.12}}
        scene = axes | {"aspectmode": "data", "camera": eye, "dragmode": "turntable"}
        return found | {
            "scene": scene,
            "hovermode": "closest",
            "margin": {"l": 0, "r": 0, "t": 30, "b": 0},
        }
    if panel["y"].get("square"):
        axes["yaxis"] |= {"scaleanchor": "x", "constrain": "domain"}
    marks = [across(one, palette) for one in lines]
    return found | axes | {"shapes": [m[0] for m in marks], "annotations": [m[1] for m in marks if m[1]["text"]]}  # fmt: skip


def axis(one: Axis, palette: Mapping[str, str]) -> dict[str, Any]:
    """Its ends are those that it says; where it says only one, the other follows from the numbers."""
    ends = one["range"]
    found = {
        "title": {"text": text(one["title"]), "standoff": 8, "font": {"size": 14}}, "showticklabels": not one.get("bare"),
        "gridcolor": palette["line"], "zerolinecolor": palette["hatch"], "linecolor": palette["line"],
        "tickformat": one.get("ticks", ""), "automargin": True, "exponentformat": "power", "separatethousands": True,
        "autorangeoptions": {"include": [end for end in ends if end is not None]},
    }  # fmt: skip
    if one.get("bare"):
        found["showgrid"] = False
    if None not in ends:
        found["range"] = ends
    elif ends[0] == 0:
        found["rangemode"] = "tozero"
    if one.get("powers"):
        found["type"] = "log"
    if one.get("whole"):
        found["tickformat"] = "d"
    return found


def across(one: dict, palette: Mapping[str, str]) -> tuple[dict, dict]:
    """A named line: its shape, and its name."""
    along, other = ("x", "y") if one.get("upright") else ("y", "x")
    line = {
        "color": palette[one["colour"]],
        "width": 1.4,
        "dash": "solid" if one.get("solid") else DASHES["dash"],
    }
    ends = {f"{along}{k}": one["value"] for k in (0, 1)} | {f"{other}{k}": k for k in (0, 1)}
    left, below = one.get("left"), one.get("below")
    name = {"text": text(one["label"]), "showarrow": False, "font": {"size": 13, "color": palette[one["colour"]]},
            "bgcolor": palette["paper"], "borderpad": 1, along: one["value"], f"{other}ref": f"{other} domain"}  # fmt: skip
    if one.get("upright"):
        name |= {
            "xanchor": "right" if left else "left",
            "y": 1 - one.get("down", 0),
            "yanchor": "top",
        }
    else:
        name |= {"yanchor": "top" if below else "bottom", "x": 0.02 if left else 1, "xanchor": "left" if left else "right"}  # fmt: skip
    return {
        "type": "line",
        f"{other}ref": f"{other} domain",
        "layer": "below",
        "line": line,
        **ends,
    }, name


def player(header: dict, at: Mapping[str, Any], palette: Mapping[str, str]) -> dict[str, Any]:
    """Plotly's own slider over the steps of the film, and its buttons to play and to pause."""
    film = next(one for one in header["chart"]["moves"] if one["name"] == header["chart"]["film"])
    words, ink = header["words"], {"color": palette["ink"], "size": 14}
    steps = [
        {"label": text(label), "method": "animate", "args": [[str(value)], AT_ONCE]}
        for value, label in zip(film["values"], film["labels"], strict=True)
    ]
    play = GLIDE | {"frame": {"duration": 760, "redraw": False}, "fromcurrent": True}
    buttons = [{"label": words["play"], "method": "animate", "args": [None, play]},
               {"label": words["pause"], "method": "animate", "args": [[None], AT_ONCE]}]  # fmt: skip
    frame = {"bordercolor": palette["line"], "font": ink, "yanchor": "top", "y": 0}
    menu = {"type": "buttons", "direction": "left", "showactive": False, "x": 0, "xanchor": "left",
            "bgcolor": palette["panel"], "pad": {"t": 34}, "buttons": buttons}  # fmt: skip
    slider = {
        "active": at[film["name"]], "steps": steps, "x": 0.2, "len": 0.8, "pad": {"t": 26, "b": 0},
        "currentvalue": {"font": ink, "xanchor": "right"}, "bgcolor": palette["line"], "ticklen": 3,
        "activebgcolor": palette["weight"], "tickcolor": palette["hatch"], "transition": {"duration": 0},
    }  # fmt: skip
    return {"updatemenus": [menu | frame], "sliders": [slider | frame | {"font": {"size": 12}}], "margin": {"l": 12, "r": 12, "t": 30, "b": 96}}  # fmt: skip


def mounted(header: dict, arrays: Arrays) -> dict[str, Any]:
    """All that a page without Streamlit draws the charts from: the panels at each place that redraws them. What is
    seen only where something is chosen stands beside them, and chart.js adds it."""
    said, names = header["chart"], {name: f"@{name}@" for name in header["palette"]["light"]}
    optional = [one["name"] for one in said["moves"] if one.get("optional")]
    places = {}
    for place, start in chart.places(header, said["redraws"]):
        nothing = start | dict.fromkeys(optional)
        places[place] = [
            drawn(header, arrays, k, names, nothing) for k in chart.panels(header, start)
        ]
        first = chart.place_of(
            header, {**start, **{n: chart.first_value(header, n) for n in optional}}
        )
        for k, found in zip(chart.panels(header, start), places[place], strict=True):
            needing = [one for one in said["panels"][k]["traces"] if "needs" in one]
            found["chosen"] = [
                {"trace": traced(one, arrays, first, names), "said": one} for one in needing
            ]
    titles = [said["panels"][k]["title"] for k in chart.panels(header, header["start"])]
    return {"places": places, "titles": titles, "columns": said["columns"], "config": CONFIG}


def script(home: str) -> str:
    """An element with plotly.js, for a page that has no network: once a file, and in a notebook once a kernel,
    in the cell that shows the first chart."""
    if home == "notebook" and not _first(_cell()):
        return ""
    return f"<script>(function () {{ let define, module, exports;\n{_plotly()}\n}}).call(window);</script>\n"


@cache
def _plotly() -> str:
    import plotly

    return (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_text("utf-8")


def _first(cell: Any, _held: list = []) -> bool:  # noqa: B006  kept as long as the kernel
    """Whether this cell is to hold the script: nobody does yet, or it did when it ran before."""
    _held[:] = _held or [cell]
    return cell is None or _held[0] == cell


def _cell() -> Any:
    """The notebook's cell that is running; None outside of a notebook."""
    ipython = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    parent = getattr(ipython, "get_parent", dict)() if ipython else {}
    return parent.get("metadata", {}).get("cellId") or getattr(ipython, "execution_count", None)
