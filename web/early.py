"""The numbers that the first picture of a large figure shows: a page opens with them, and loads the others when a
reader needs them."""

import math
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

import numpy as np

from lessons.figures.kit.choices import picked, places


def part(header: dict[str, Any], floats: bytes) -> tuple[dict[str, Any], bytes] | None:
    """Return the header with `came`, the [start, count] of the numbers that come first, and these numbers; None if the
    figure does not say which numbers its first picture shows."""
    numbers = np.frombuffer(floats, "<f4")
    shown = np.zeros(numbers.size, bool)
    for name, index in first(header):
        array = next(array for array in header["arrays"] if array["name"] == name)
        start, shape = array["offset"], array["shape"]
        shown[start : start + math.prod(shape)].reshape(shape)[index] = True
    if not shown.any():
        return None
    runs = (
        list(run) for is_shown, run in groupby(range(shown.size), shown.__getitem__) if is_shown
    )
    came = [[run[0], len(run)] for run in runs]
    return {**header, "id": f"{header['id']}-early", "came": came}, numbers[shown].tobytes()


def first(header: dict[str, Any]) -> Iterator[tuple[str, tuple]]:
    """Return the arrays of the first picture, each with an index; nothing if that is unknown."""
    for name, *rows in header.get("opens_with", ()):
        yield name, (slice(*rows),) if rows else ()
    if "panels" not in header or "chart" in header:
        return
    at = places(header)
    paths = {
        choice["name"]: choice["paths"][at[choice["name"]]]
        for choice in header["choices"]
        if choice["paths"]
    }
    shapes = {array["name"]: array["shape"] for array in header["arrays"]}
    for ref, along in references([header["choices"], header["panels"]], at):
        name = ref["array"].format(**paths)
        where = {**at, along: None}
        parts = zip(ref["index"], shapes[name], strict=True)
        yield name, tuple(place(where.get(part, part), size) for part, size in parts)


def references(panels: Any, at: Mapping[str, Any], along: str = "") -> Iterator[tuple[dict, str]]:
    """Return the numbers that panels name in a state, each with the axis that its own panel uses."""
    panels = picked(panels, at)
    if isinstance(panels, list):
        for panel in panels:
            yield from references(panel, at, along)
    elif isinstance(panels, Mapping):
        if "array" in panels:
            yield dict(panels), along
        for value in panels.values():
            yield from references(value, at, panels.get("along", along))


def place(part: Any, size: int) -> int | slice:
    """Return the index on an axis; of a shorter axis, the last."""
    return min(part, size - 1) if isinstance(part, int) else slice(None)
