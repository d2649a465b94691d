"""A chart as data: the arrays of its curves, marks and axes. Plotly draws it on the screen, matplotlib on paper.

The figure's header holds the chart as plain JSON under `chart`: panels, each with two or three axes and its
traces. A trace names its numbers, as `"points[frame, :, 0]"`: an array of the figure and, for each of its axes, `:`,
a number, a choice (`choices.py`), or another such name. Every colour is a name of the palette.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from lessons.figures.kit import choices

Panel = Trace = Axis = dict[str, Any]
Arrays = Mapping[str, np.ndarray]
REF = re.compile(r"^(?P<array>[^\[\]]+)(\[(?P<index>.*)\])?$")
PARTS = re.compile(r"(?:[^,\[\]]|\[[^\]]*\])+")  # at commas, except within brackets


# ---- declaring a chart ------------------------------------------------------------------------------
def chart(
    panels: Any, *, columns: int = 1, height: int = 300, redraws: Sequence[str] = (), film: str = "", picks: str = ""
) -> dict[str, Any]:  # fmt: skip
    """Panels in rows of `columns`, each `height` pixels high; `by(choice, …)` if they depend on a choice.

    `redraws`: the choices that change a panel. `film`: the choice that Plotly plays. `picks`: the choice that a click
    sets, by the point's `rows` or by its x, with a vertical line there.
    """
    return {"panels": choices.listed(panels), "columns": columns, "height": height, "redraws": list(redraws),
            "film": film, "picks": picks}  # fmt: skip


def panel(title: str, x: Axis, y: Axis, traces: Any, z: Axis | None = None, **look: Any) -> Panel:
    """A panel. `traces`: a list, or `by(choice, …)`. `look`: `lines`, named levels (`level`); `tells`, the open
    question that hides all of it; `veiled`, the x from which curves answer the page's question, hatched
    until it is answered; `reads`, Plotly's hovermode."""
    return {
        "title": title,
        "x": x,
        "y": y,
        "z": z,
        "traces": choices.listed(traces),
        "lines": [],
        **look,
    }


def axis(title: str = "", low: float | None = None, high: float | None = None, **look: Any) -> Axis:
    """An axis. `look`: `ticks`, Plotly's number format (".0%"); `bare`, without numbers; `square`, same unit as
    x; `powers`, log scale; `whole`, only whole steps; `at`, the positions of ticks."""
    return {"title": title, "range": [low, high], **look}


def trace(
    y: str, x: str = "", z: str = "", name: str = "", colour: str = "weight", **look: Any
) -> Trace:
    """Numbers `y` over `x` (over 1, 2, … without it). `look`, all of it optional:

    `wide`, `dots`: of the line, of the marks, in pixels (0: none); `dash`: "dash", "dot"; `symbols`: the form of all
    marks, or of each; `times`: a factor for y; `powers`: y are logarithms to base 10; `only`: the numbers of
    its points (-1: a gap); `spokes`: where a line to each point starts, {"x": …, "y": …}.
    `texts`: of each point, read under the pointer; `named`: which points have them; `shown`: all are also printed,
    in `ink` and `size`, at their `side` (`around`: alternating sides). `reads`: the number format of y; `quiet`: no
    text; `rows`: what a click on each point chooses. `needs`, `lacks`: shown only if this is chosen, or is not.
    `turns`: marks point along the line.
    """
    return {"y": y, "x": x, "z": z, "name": name, "colour": colour, **look}


def level(value: float, label: str, **look: Any) -> dict[str, Any]:
    """A named line across the panel at this y or, `upright`, at this x. `look`: `tells`, the open question that
    hides it; `down`, the distance of its name from the top, a fraction; `left`, `below`: the position of its name."""
    return {"value": value, "label": label, **look}


# ---- reading a chart ----------------------------------------------------------------------------------
def arrays_of(header: Mapping[str, Any], floats: bytes) -> dict[str, np.ndarray]:
    """The arrays of a figure as sent to the browser: its complete header, and all numbers as float32."""
    every = np.frombuffer(floats, "<f4")
    return {
        entry["name"]: every[entry["offset"] :][: int(np.prod(entry["shape"]))].reshape(
            entry["shape"]
        )
        for entry in header["arrays"]
    }


def place_of(header: Mapping[str, Any], state: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return where a figure opens, or another `state`: numbers from 0, and under "{choice}" its path in array names."""
    at = dict(choices.places(header) if state is None else state)
    for choice in header["choices"]:
        if choice["paths"] and at[choice["name"]] is not None:
            at[f"{{{choice['name']}}}"] = choice["paths"][at[choice["name"]]]
    return at


def places(header: Mapping[str, Any], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Return all states of these choices; the others as the figure opens."""
    opens = choices.places(header)
    counts = {
        choice["name"]: len(choice["labels"])
        for choice in header["choices"]
        if choice["name"] in names
    }
    for numbers in product(*(range(counts[name]) for name in names)):
        yield place_of(header, {**opens, **dict(zip(names, numbers, strict=True))})


def read_numbers(arrays: Arrays, ref: str, at: Mapping[str, Any]) -> np.ndarray:
    """Read `"{way} mean[seed, :]"` in a state. Raises `ValueError` for an unknown array."""
    match = REF.match(ref)
    if not match:
        raise ValueError(f"{ref!r} does not name an array; write 'loss' or 'points[frame, :, 0]'")
    name = re.sub(r"\{\w+\}", lambda gap: str(at[gap[0]]), match["array"])
    if name not in arrays:
        raise ValueError(f"there is no array called {name!r}; the arrays are {', '.join(arrays)}")
    index = tuple(_index(arrays, part.strip(), at) for part in PARTS.findall(match["index"] or ""))
    return arrays[name][index]


def _index(arrays: Arrays, part: str, at: Mapping[str, Any]) -> Any:
    if part.startswith(":"):  # ":frame": up to and including it
        return slice(None, at[part[1:]] + 1 if part[1:] else None)
    if "[" in part:
        return read_numbers(arrays, part, at).astype(int)
    return at[part] if part in at else int(part)


def points(arrays: Arrays, trace: Trace, at: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Return x and y, and z in space, of a trace in a state; only those that exist."""
    values = {
        name: np.atleast_1d(read_numbers(arrays, trace[name], at)) for name in "xyz" if trace[name]
    }
    values["y"] = values["y"] * np.float32(trace.get("times", 1))
    if trace.get("powers"):
        values["y"] = 10.0 ** values["y"].astype(float)
    values.setdefault("x", np.arange(1, len(values["y"]) + 1))
    if "only" in trace:
        rows = np.array(trace["only"], int)
        values = {name: np.where(rows < 0, np.nan, v[rows]) for name, v in values.items()}
    for name, ref in trace.get("spokes", {}).items():
        ends = values[name]
        starts, gaps = np.full_like(ends, read_numbers(arrays, ref, at)), np.full_like(ends, np.nan)
        values[name] = np.stack((starts, ends, gaps), 1).ravel()
    return values


def texts(arrays: Arrays, trace: Trace, at: Mapping[str, Any]) -> list[str]:
    """Return the text of each point."""
    labels = trace.get("texts", [])
    if "named" not in trace:
        return labels
    rows = (
        [at[trace["named"]]] if trace["named"] in at else read_numbers(arrays, trace["named"], at)
    )
    return [labels[int(row)] for row in rows]


def visible_parts(
    panel: Panel, at: Mapping[str, Any], hidden: Sequence[str] = ()
) -> tuple[list, list]:
    """Return the traces and levels of a panel that are visible in a state: none that answers an open question,
    and none of another choice."""

    def is_seen(part: Mapping[str, Any]) -> bool:
        chosen = at.get(part.get("needs"), 0) is not None and at.get(part.get("lacks")) is None
        return chosen and not {part.get("tells"), panel.get("tells")} & {*hidden}

    groups = choices.picked(panel["traces"], at), panel["lines"]
    return tuple([part for part in group if is_seen(part)] for group in groups)
