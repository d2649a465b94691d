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
        one["name"]: every[one["offset"] :][: int(np.prod(one["shape"]))].reshape(one["shape"])
        for one in header["arrays"]
    }


def place_of(header: Mapping[str, Any], state: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return where a figure opens, or another `state`: numbers from 0, and under "{choice}" its path in array names."""
    at = dict(choices.places(header) if state is None else state)
    for one in header["choices"]:
        if one["paths"] and at[one["name"]] is not None:
            at[f"{{{one['name']}}}"] = one["paths"][at[one["name"]]]
    return at


def places(header: Mapping[str, Any], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Return all states of these choices; the others as the figure opens."""
    opens = choices.places(header)
    counts = {one["name"]: len(one["labels"]) for one in header["choices"] if one["name"] in names}
    for numbers in product(*(range(counts[name]) for name in names)):
        yield place_of(header, {**opens, **dict(zip(names, numbers, strict=True))})


def numbers(arrays: Arrays, ref: str, at: Mapping[str, Any]) -> np.ndarray:
    """Read `"{way} mean[seed, :]"` in a state. Raises `ValueError` for an unknown array."""
    found = REF.match(ref)
    if not found:
        raise ValueError(f"{ref!r} does not name an array; write 'loss' or 'points[frame, :, 0]'")
    name = re.sub(r"\{\w+\}", lambda gap: str(at[gap[0]]), found["array"])
    if name not in arrays:
        raise ValueError(f"there is no array called {name!r}; the arrays are {', '.join(arrays)}")
    index = tuple(_index(arrays, part.strip(), at) for part in PARTS.findall(found["index"] or ""))
    return arrays[name][index]


def _index(arrays: Arrays, part: str, at: Mapping[str, Any]) -> Any:
    if part.startswith(":"):  # ":frame": up to and including it
        return slice(None, at[part[1:]] + 1 if part[1:] else None)
    if "[" in part:
        return numbers(arrays, part, at).astype(int)
    return at[part] if part in at else int(part)


def points(arrays: Arrays, one: Trace, at: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Return x and y, and z in space, of a trace in a state; only those that exist."""
    found = {name: np.atleast_1d(numbers(arrays, one[name], at)) for name in "xyz" if one[name]}
    found["y"] = found["y"] * np.float32(one.get("times", 1))
    if one.get("powers"):
        found["y"] = 10.0 ** found["y"].astype(float)
    found.setdefault("x", np.arange(1, len(found["y"]) + 1))
    if "only" in one:
        rows = np.array(one["only"], int)
        found = {name: np.where(rows < 0, np.nan, v[rows]) for name, v in found.items()}
    for name, ref in one.get("spokes", {}).items():
        ends = found[name]
        starts, gaps = np.full_like(ends, numbers(arrays, ref, at)), np.full_like(ends, np.nan)
        found[name] = np.stack((starts, ends, gaps), 1).ravel()
    return found


def texts(arrays: Arrays, one: Trace, at: Mapping[str, Any]) -> list[str]:
    """Return the text of each point."""
    said = one.get("texts", [])
    if "named" not in one:
        return said
    rows = [at[one["named"]]] if one["named"] in at else numbers(arrays, one["named"], at)
    return [said[int(row)] for row in rows]


def seen(panel: Panel, at: Mapping[str, Any], hides: Sequence[str] = ()) -> tuple[list, list]:
    """Return the traces and levels of a panel that are visible in a state: none that answers an open question,
    and none of another choice."""

    def is_seen(one: Mapping[str, Any]) -> bool:
        chosen = at.get(one.get("needs"), 0) is not None and at.get(one.get("lacks")) is None
        return chosen and not {one.get("tells"), panel.get("tells")} & {*hides}

    found = choices.picked(panel["traces"], at), panel["lines"]
    return tuple([one for one in some if is_seen(one)] for some in found)
