"""A chart as data: which arrays make its curves, marks and axes. Plotly draws it on the screen, matplotlib on paper.

The figure's header holds the chart as plain JSON under `chart`: panels, each with two or three axes and its
traces. A trace names its numbers, as `"points[frame, :, 0]"`: an array of the figure and, for each of its axes, `:`,
a number, something that is chosen, or another such name. Every colour is a name of the palette.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

Panel = Trace = Axis = Move = dict[str, Any]
Arrays = Mapping[str, np.ndarray]
REF = re.compile(r"^(?P<array>[^\[\]]+)(\[(?P<index>.*)\])?$")
PARTS = re.compile(r"(?:[^,\[\]]|\[[^\]]*\])+")  # at commas, except within brackets


# ---- what a figure says -----------------------------------------------------------------------------
def chart(
    panels: Sequence[Panel], moves: Sequence[Move] = (), *, columns: int = 1, height: int = 300, film: str = "",
    redraws: Sequence[str] = (), picks: str = "", parts: Sequence[dict] = (),
) -> dict[str, Any]:  # fmt: skip
    """Panels in rows of `columns`, each `height` pixels high.

    `moves`: what can be chosen (`move`). Of these `film` is the one that Plotly plays, `redraws` are those that
    change a panel, and `picks` is chosen with a click at its value of x. `parts`: sentences and tables below
    (chart_drawing.js).
    """
    return {
        "panels": list(panels), "columns": columns, "height": height, "moves": list(moves), "film": film,
        "redraws": list(redraws), "picks": picks, "parts": list(parts),
    }  # fmt: skip


def move(name: str, title: str, values: Sequence, labels: Sequence = (), **look: Any) -> Move:
    """A choice: `at(name=…)` takes one of `values`, and so does the address. `look`: `control`, "segment" or
    "slider"; `keys`, "←→" or "↑↓" for one less or more; `optional`, nothing (None) can be chosen, too."""
    labels = [str(label) for label in labels or values]
    return {"name": name, "title": title, "values": list(values), "labels": labels, "control": "", "keys": "", **look}  # fmt: skip


def panel(title: str, x: Axis, y: Axis, traces: Sequence[Trace], **look: Any) -> Panel:
    """`look`: `z`, a third axis; `lines`, named levels (`level`); `tells`, the open question that hides all of it;
    `when`, the choice at which it is seen; `reads`, Plotly's hovermode."""
    return {"title": title, "x": x, "y": y, "z": None, "traces": list(traces), "lines": [], "tells": "", **look}  # fmt: skip


def axis(title: str = "", low: float | None = None, high: float | None = None, **look: Any) -> Axis:
    """`look`: `ticks`, how Plotly writes numbers (".0%"); `bare`, without numbers; `square`, one unit is as long as
    on x; `powers`, by powers of ten; `whole`, no parts of a step."""
    return {"title": title, "range": [low, high], **look}


def trace(
    y: str, x: str = "", *, z: str = "", name: str = "", colour: str = "weight", **look: Any
) -> Trace:
    """Numbers `y` over `x` (over 1, 2, … without it). `look`, all of it optional:

    `wide`, `dots`: of the line, of the marks, in pixels (0: none); `dash`: "dash", "dot"; `times`: what y is
    multiplied by; `powers`: y are logarithms to base 10; `texts`: of each point, read under the pointer; `shown`: the numbers of those that are printed
    beside it; `symbols`: the form of each mark; `only`: the numbers of the points that belong to it (-1: a gap);
    `spokes`: from there a line leads to each point, {"x": …, "y": …}; `strong`: twice as wide at this choice;
    `when`: only there; `needs`, `lacks`: only where this is chosen, where it is not; `named`: which of the texts
    the points have, as numbers or as a choice; `side`: where
    a text stands, `around`: one here, one there; `turns`: marks that point where the line leads; `rows`: what a click on each point chooses; `tells`: the open question that hides it; `ends`: a cross where it stops early.
    """
    return {"y": y, "x": x, "z": z, "name": name, "colour": colour, **look}


def level(value: float, label: str = "", **look: Any) -> dict[str, Any]:
    """A named line across the panel at this y or, `upright`, at this x. `look`: `tells`, `solid`, `down` (how far
    below the top its name stands, a share), `left` (its name), `below` (its name)."""
    return {"value": value, "label": label, "colour": "soft", **look}


# ---- what it means ------------------------------------------------------------------------------------
def arrays_of(header: dict, floats: bytes) -> dict[str, np.ndarray]:
    """The arrays of a figure as it travels: its complete header, and all numbers as float32."""
    every = np.frombuffer(floats, "<f4")
    return {
        one["name"]: every[one["offset"] :][: int(np.prod(one["shape"]))].reshape(one["shape"])
        for one in header["arrays"]
    }


def numbers(arrays: Arrays, ref: str, at: Mapping[str, Any]) -> np.ndarray:
    """What `"{way} mean[seed, :]"` names at a place: values stand in the name, numbers from 0 in the index."""
    found = REF.match(ref)
    if not found:
        raise ValueError(f"{ref!r} names no numbers; write them as 'loss' or 'points[frame, :, 0]'")
    name = found["array"].format(**{key.removesuffix(" value"): value for key, value in at.items() if " " in key})  # fmt: skip
    if name not in arrays:
        raise ValueError(f"no array is called {name!r}; there are {', '.join(arrays)}")
    index = tuple(_index(arrays, part.strip(), at) for part in PARTS.findall(found["index"] or ""))
    return arrays[name][index]


def _index(arrays: Arrays, part: str, at: Mapping[str, Any]) -> Any:
    if part.startswith(":"):  # ":frame": up to it, and with it
        return slice(None, at[part[1:]] + 1 if part[1:] else None)
    if "[" in part:
        return numbers(arrays, part, at).astype(int)
    return at[part] if part in at else int(part)


def place_of(header: dict, start: Mapping[str, Any]) -> dict[str, Any]:
    """What is chosen, by name: its number from 0, and under "name value" its value."""
    at: dict[str, Any] = {}
    for one in header["chart"]["moves"]:
        value = start[one["name"]]
        number = None if value is None else one["values"].index(value)
        at |= {one["name"]: number, f"{one['name']} value": value}
    return at


def first_value(header: dict, name: str) -> Any:
    """The first value of a choice."""
    return next(one["values"][0] for one in header["chart"]["moves"] if one["name"] == name)


def places(header: dict, names: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """All places that these choices can be in, each with its name, as in the address: "24/1"."""
    moves = [one for one in header["chart"]["moves"] if one["name"] in names]
    for values in product(*(one["values"] for one in moves)):
        chosen = dict(zip((one["name"] for one in moves), values, strict=True))
        yield "/".join(map(str, values)), {**header["start"], **chosen}


def validate_choice(figure: Any, start: dict[str, Any]) -> dict[str, Any]:
    """What `at(…)` may ask of a figure that is a chart. Raises `ValueError` for what is not there."""
    for one in figure.header["chart"]["moves"]:
        given, values = start[one["name"]], one["values"]
        if given is None and one.get("optional"):
            continue
        if isinstance(given, bool) or given not in values:
            some = ", ".join(map(str, values[:8])) + (", …" if len(values) > 8 else "")
            raise ValueError(f"{one['name']} must be one of {some}, got {given!r}")
    return start


def points(arrays: Arrays, one: Trace, at: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """x and y, and z in space, of a trace at a place; nothing that no array holds."""
    found = {name: np.atleast_1d(numbers(arrays, one[name], at)) for name in "xyz" if one[name]}
    found["y"] = found["y"] * np.float32(one.get("times", 1))
    if one.get("powers"):
        found["y"] = 10.0 ** found["y"].astype(float)
    found.setdefault("x", np.arange(1, len(found["y"]) + 1))
    if "only" in one:
        rows = np.array(one["only"], int)
        found = {name: np.where(rows < 0, np.nan, v[rows]) for name, v in found.items()}
    for name, ref in one.get("spokes", {}).items():
        centre, ends = numbers(arrays, ref, at), found[name]
        found[name] = np.stack((np.full_like(ends, centre), ends, np.full_like(ends, np.nan)), 1).ravel()  # fmt: skip
    return found


def texts(arrays: Arrays, one: Trace, at: Mapping[str, Any]) -> list[str]:
    """What is said of each point."""
    said = one.get("texts", [])
    if "named" not in one:
        return said
    rows = [at[one["named"]]] if one["named"] in at else numbers(arrays, one["named"], at)
    return [said[int(row)] for row in rows]


def panels(header: dict, start: Mapping[str, Any]) -> list[int]:
    """The panels that are seen at a place, by number."""
    at = place_of(header, start)
    return [k for k, one in enumerate(header["chart"]["panels"]) if is_seen(one, (), at)]


def is_seen(one: dict, hidden: Sequence[str], at: Mapping[str, Any]) -> bool:
    """Not what tells the answer to an open question, nor what belongs to another choice."""
    here = all(at[f"{name} value"] == value for name, value in one.get("when", {}).items())
    here &= at.get(one.get("needs"), 0) is not None and at.get(one.get("lacks")) is None
    return here and not (one.get("tells") and one["tells"] in hidden)
