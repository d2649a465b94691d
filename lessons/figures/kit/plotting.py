"""Convert a chart (`chart.py`) to Plotly: plain data with escaped texts and colours of the palette.

Plotly interprets some HTML in its texts, and formulas between dollars if a page has MathJax: typed text must be
neither.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lessons.figures.kit import chart
from lessons.figures.kit.chart import Arrays, Axis, Panel, Trace
from lessons.figures.kit.numbers import power

FONT = '"Source Sans", "Source Sans 3", -apple-system, "Segoe UI", Roboto, sans-serif'
DASHES = {"": "solid", "dash": "6px,4px", "dot": "1px,4px"}
CLEAR = "rgba(0,0,0,0)"
# No data is sent, no link leaves the page, and the mouse wheel scrolls the page.
CONFIG = {
    "displaylogo": False, "showLink": False, "plotlyServerURL": "", "scrollZoom": False, "responsive": True,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d", "resetCameraLastSave3d"],
}  # fmt: skip
SIDES = ("top center", "middle right", "bottom center", "middle left")
NOTHING = {"type": "scatter", "x": [None], "y": [None], "showlegend": False, "hoverinfo": "skip"}
AT_ONCE = {"mode": "immediate", "transition": {"duration": 0}, "frame": {"duration": 0, "redraw": False}}  # fmt: skip
GLIDE = {
    "mode": "immediate", "transition": {"duration": 420, "easing": "cubic-in-out"},
    "frame": {"duration": 760, "redraw": False}, "fromcurrent": True,
}  # fmt: skip
PIXELS = ("size", "width", "l", "r", "t", "b", "standoff")
MOST = 3000  # points of a curve: more than a screen has pixels


def text(words: str) -> str:
    """Escape markup and formulas; text between ** and ** is bold."""
    for sign, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("$", "&#36;")):
        words = words.replace(sign, code)
    return "".join(f"<b>{part}</b>" if k % 2 else part for k, part in enumerate(words.split("**")))


def listed(values: np.ndarray) -> list:
    """Convert numbers for JSON: NaN and ∞ become null. A float32 has seven significant digits."""
    return [float(f"{value:.7g}") if np.isfinite(value) else None for value in values.tolist()]


def drawn(
    header: Mapping[str, Any], arrays: Arrays, panel: Panel, palette: Mapping[str, str], at: Mapping[str, Any],
    hidden: Sequence[str] = (),
) -> dict[str, Any]:  # fmt: skip
    """Return a panel in a state: data, layout, and a frame for each step of the recording. An empty panel still has
    axes."""
    film = header["chart"]["film"]
    traces, lines = chart.visible_parts(panel, at, hidden)
    picture = {
        "data": [traced(trace, arrays, at, palette) for trace in traces] or [NOTHING],
        "layout": layout(panel, palette, header["chart"]["height"], traces, lines),
        "frames": [],
    }
    if panel["y"].get("powers"):
        picture["layout"]["yaxis"] |= powers_of_ten(picture["data"])
    if film:
        moving = [k for k, trace in enumerate(traces) if any(film in trace[axis] for axis in "xyz")]
        for there in chart.places(header, [film]):
            where = [chart.points(arrays, traces[k], {**at, film: there[film]}) for k in moving]
            moved = [{axis: listed(v) for axis, v in points.items()} for points in where]
            picture["frames"].append({"name": str(there[film]), "traces": moving, "data": moved})
        picture["layout"] |= player(header, at, palette)
    return picture


def enlarged(panel: Any, scale: float, key: str = "") -> Any:
    """Enlarge type, marks and lines, and undo the zoom of Present, which Plotly ignores."""
    if scale == 1:
        return panel
    if isinstance(panel, dict):
        return {name: enlarged(value, scale, name) for name, value in panel.items()}
    if isinstance(panel, list):
        return [enlarged(value, scale, key) for value in panel]
    return panel * scale if key in PIXELS and isinstance(panel, int | float) else panel


def thinned(where: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Thin out a long curve: keep the lowest and highest of the points that share a pixel."""
    if len(where["y"]) <= MOST:
        return where
    size, kept = -(-len(where["y"]) // (MOST // 2)), set()
    for first in range(0, len(where["y"]), size):
        some = np.nan_to_num(where["y"][first : first + size])
        kept |= {first + int(some.argmin()), first + int(some.argmax())}
    return {name: values[sorted(kept)] for name, values in where.items()}


def traced(
    trace: Trace, arrays: Arrays, at: Mapping[str, Any], palette: Mapping[str, str]
) -> dict[str, Any]:
    """Return one trace: its line, its marks, and the text of each point."""
    where, colour = thinned(chart.points(arrays, trace, at)), palette[trace["colour"]]
    wide, dots, shown = trace.get("wide", 2), trace.get("dots", 0), trace.get("shown")
    parts = {"lines": wide, "markers": dots, "text": shown}
    plotted = {axis: listed(values) for axis, values in where.items()} | {
        "type": "scatter3d" if trace["z"] else "scatter", "mode": "+".join(k for k, on in parts.items() if on),
        "name": text(trace["name"]), "showlegend": bool(trace["name"]), "legendgroup": trace["name"],
        "line": {"color": colour, "width": wide, "dash": DASHES[trace.get("dash", "")]},
        "marker": {"color": colour, "symbol": trace.get("symbols", "circle"), "size": dots, "line": {"width": 0},
                   "opacity": trace.get("opacity", 1)},
        "hovertemplate": f"%{{y:{trace.get('reads', '.4~g')}}}<extra>%{{fullData.name}}</extra>",
    }  # fmt: skip
    if labels := [text(each) for each in chart.texts(arrays, trace, at)]:
        plotted |= {"hovertext": labels, "customdata": trace.get("rows", list(range(len(labels))))}
        plotted["hovertemplate"] = "%{hovertext}<extra></extra>"
    if shown:
        sides = (
            [SIDES[k % 4] for k in range(len(labels))]
            if trace.get("around")
            else trace.get("side", "middle right")
        )
        ink = {"color": palette[trace.get("ink", "soft")], "size": trace.get("size", 13)}
        plotted |= {"text": labels, "textposition": sides, "textfont": ink}  # fmt: skip
    if not trace["z"]:
        plotted["cliponaxis"] = False
    if "lacks" in trace:
        plotted["meta"] = {"lacks": trace["lacks"]}
    if trace.get("turns"):
        plotted["marker"]["angleref"] = "previous"
    if trace.get("quiet"):
        del plotted["hovertemplate"]
        plotted["hoverinfo"] = "skip"
    return plotted


def layout(
    panel: Panel,
    palette: Mapping[str, str],
    height: int,
    traces: Sequence[Trace],
    lines: Sequence[dict],
) -> dict[str, Any]:
    """Set a plain layout: no box, thin horizontal lines, the names of the curves above them."""
    ink, words = palette["ink"], {"family": FONT, "size": 14}
    above = 30 if any(trace["name"] for trace in traces) else 14
    settings = {
        "height": height, "margin": {"l": 48, "r": 12, "t": above, "b": 40}, "paper_bgcolor": CLEAR, "plot_bgcolor": CLEAR,
        "font": words | {"color": palette["soft"]}, "hovermode": panel.get("reads", "x unified"),
        "hoverlabel": {"bgcolor": palette["panel"], "bordercolor": palette["line"], "font": words | {"color": ink}},
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "font": {"color": ink}},
        "modebar": {"bgcolor": CLEAR, "color": palette["hatch"], "activecolor": palette["ink"]},
        "clickmode": "event+select", "dragmode": "zoom",
    }  # fmt: skip
    axes = {f"{name}axis": axis(panel[name], palette) for name in "xyz" if panel[name]}
    if panel["z"]:
        for axis_settings in axes.values():  # not allowed for axes in space
            del axis_settings["automargin"], axis_settings["title"]["standoff"]
            axis_settings |= {"showbackground": False, "showspikes": False}
        eye = {"eye": {"x": 1.3, "y": 1.3, "z": 0.6}, "center": {"x": 0, "y": 0, "z": -0.12}}
        scene = {"aspectmode": "data", "camera": eye, "dragmode": "turntable"}
        return settings | {"scene": axes | scene, "margin": {"l": 0, "r": 0, "t": 30, "b": 0}}
    if panel["y"].get("square"):
        axes["yaxis"] |= {"scaleanchor": "x", "constrain": "domain"}
    shapes, names = (
        zip(*(across(line, palette) for line in lines), strict=True) if lines else ((), ())
    )
    return settings | axes | {"shapes": list(shapes), "annotations": list(names)}


def axis(entry: Axis, palette: Mapping[str, str]) -> dict[str, Any]:
    """Set the ends of an axis; if only one is given, the numbers determine the other."""
    low, high = entry["range"]
    settings = {
        "title": {"text": text(entry["title"]), "standoff": 8, "font": {"size": 14}}, "automargin": True,
        "showticklabels": not entry.get("bare"), "showgrid": not entry.get("bare"), "tickformat": entry.get("ticks", ""),
        "gridcolor": palette["line"], "zerolinecolor": palette["line"], "linecolor": palette["line"],
        "separatethousands": True,
    }  # fmt: skip
    if low is not None and high is not None:
        settings["range"] = [low, high]
    elif low == 0:
        settings["rangemode"] = "tozero"
    if entry.get("powers"):
        settings["type"] = "log"
    if entry.get("whole"):
        settings["tickformat"] = "d"
    if entry.get("at"):
        settings |= {"tickvals": entry["at"], "ticktext": [f"{value:g}" for value in entry["at"]]}
    return settings


def powers_of_ten(data: Sequence[dict]) -> dict[str, Any]:
    """Write ticks as 10⁻³: Plotly raises a small exponent, which is too small on a projector."""
    values = [value for trace in data for value in trace["y"] if value]
    low, high = (round(float(np.log10(end(values)))) for end in (min, max))
    exponents = range(low, high + 1, max(1, (high - low) // 6))
    names = ["1" if k == 0 else power(k) for k in exponents]
    return {"tickvals": [10.0**k for k in exponents], "ticktext": names}


def across(level: dict, palette: Mapping[str, str]) -> tuple[dict, dict]:
    """Draw a named line: its shape and its name."""
    along, other = ("x", "y") if level.get("upright") else ("y", "x")
    line = {"color": palette["soft"], "width": 1.4, "dash": DASHES["dash"]}
    ends = {f"{along}{k}": level["value"] for k in (0, 1)} | {f"{other}{k}": k for k in (0, 1)}
    if level.get("upright"):
        where = {"y": 1 - level.get("down", 0), "yanchor": "top", "xanchor": "left"}
    else:
        where = {"yanchor": "top" if level.get("below") else "bottom"}
        where |= (
            {"x": 0.02, "xanchor": "left"} if level.get("left") else {"x": 1, "xanchor": "right"}
        )
    name = {"text": text(level["label"]), "showarrow": False, "font": {"size": 13, "color": palette["soft"]},
            "bgcolor": palette["paper"], "borderpad": 1, along: level["value"], f"{other}ref": f"{other} domain"}  # fmt: skip
    return {
        "type": "line",
        f"{other}ref": f"{other} domain",
        "layer": "below",
        "line": line,
    } | ends, name | where


def player(
    header: Mapping[str, Any], at: Mapping[str, Any], palette: Mapping[str, str]
) -> dict[str, Any]:
    """Return Plotly's own slider over the steps of the recording, with its buttons to play and to pause."""
    name, words = header["chart"]["film"], header["words"]
    labels = next(choice["labels"] for choice in header["choices"] if choice["name"] == name)
    steps = [{"label": text(label), "method": "animate", "args": [[str(number)], AT_ONCE]}
             for number, label in enumerate(labels)]  # fmt: skip
    buttons = [{"label": words["play"], "method": "animate", "args": [None, GLIDE]},
               {"label": words["pause"], "method": "animate", "args": [[None], AT_ONCE]}]  # fmt: skip
    ink = {"color": palette["ink"], "size": 14}
    frame = {"bordercolor": palette["line"], "yanchor": "top", "y": 0}
    menu = {"type": "buttons", "direction": "left", "showactive": False, "x": 0, "xanchor": "left", "font": ink,
            "bgcolor": palette["panel"], "pad": {"t": 34}, "buttons": buttons}  # fmt: skip
    slider = {
        "active": at[name], "steps": steps, "x": 0, "len": 1, "pad": {"t": 50, "b": 0}, "font": ink | {"size": 12},
        "currentvalue": {"font": ink, "xanchor": "right"}, "bgcolor": palette["line"], "ticklen": 3,
        "activebgcolor": palette["ink"], "tickcolor": palette["hatch"], "transition": {"duration": 0},
    }  # fmt: skip
    margin = {"l": 12, "r": 12, "t": 30, "b": 124}
    return {"updatemenus": [menu | frame], "sliders": [slider | frame], "margin": margin}
