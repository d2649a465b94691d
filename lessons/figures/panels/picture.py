"""Turn a list of panels into a figure: check the arrays that they name, and read them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.button_words import BUTTONS
from lessons.figures.kit.choices import choice_header, names, picked, places
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import number
from lessons.figures.panels.words import WORDS


def picture(
    kind: str, title: str, choices: Sequence[dict], panels: Sequence[dict], arrays: dict[str, Array],
    origin: Any = "", plays: str = "", pace: int = 1400, **more: Any,
) -> Figure:  # fmt: skip
    """Build the figure `kind`. Raises `ValueError` if a panel names an array that does not exist.

    `origin`: the source of the numbers. `plays`: the choice that plays by itself, every `pace` milliseconds.
    `more`: further header entries; `chart`, of `kit/chart.py`, is above the panels.
    """
    header = {
        "title": title, "panels": list(panels), "origin": origin, **choice_header(*choices, plays=plays, pace=pace),
        "words": WORDS | BUTTONS | {"keys": list(_keys(choices, plays))},
        "palette": {
            "light": palette.LIGHT | palette.MORE_LIGHT, "dark": palette.DARK | palette.MORE_DARK,
        },
    } | more  # fmt: skip
    places(header)
    for ref, along in references([choices, panels]):
        _check(ref, along, choices, arrays)
    return Figure(kind, header, arrays)


def _keys(choices: Sequence[dict], plays: str) -> Iterator[list]:
    """Return what each key does, for the line under the figure."""
    for choice in choices:
        if choice["keys"] and (isinstance(choice["labels"], dict) or len(choice["labels"]) > 1):
            yield [list(choice["keys"].upper()), choice["title"]]
        if isinstance(choice["control"], dict):
            yield [["S", "W"], choice["control"]["words"]["title"]]
    if plays:
        yield [["space"], WORDS["plays"]]


def references(panels: Any, along: str = "") -> Iterator[tuple[dict, str]]:
    """Return the numbers that panels name, each with the axis that its own panel uses."""
    if isinstance(panels, list | tuple):
        for inner in panels:
            yield from references(inner, along)
    elif isinstance(panels, Mapping):
        if "array" in panels:
            yield panels, along
        for value in panels.values():
            yield from references(value, panels.get("along", along))


def _check(ref: dict, along: str, choices: Sequence[dict], arrays: Mapping[str, Array]) -> None:
    """Check that the array exists at every value of the choices in its name, and that choices fit its axes."""
    by_name = {choice["name"]: choice for choice in choices}
    inside = [choice for choice in choices if f"{{{choice['name']}}}" in ref["array"]]
    for place in product(*(range(len(choice["paths"])) for choice in inside)):
        at = dict(zip((choice["name"] for choice in inside), place, strict=True))
        name = ref["array"].format(
            **{choice["name"]: choice["paths"][at[choice["name"]]] for choice in inside}
        )
        if name not in arrays:
            raise ValueError(
                f"there is no array called {name!r}; the arrays are {', '.join(arrays)}"
            )
        axes, sizes = arrays[name].axes.split(), arrays[name].values.shape
        if len(ref["index"]) != len(axes):
            raise ValueError(f"{name} has the axes {axes}, but the panel names {ref['index']}")
        for part, axis, size in zip(ref["index"], axes, sizes, strict=True):
            if isinstance(part, int) or part in (":", along):
                continue
            if part not in by_name:
                raise ValueError(f"{name}: {part!r} is not a choice in this figure")
            try:
                count = len(names(by_name[part]["labels"], at))
            except KeyError:  # another choice determines how many there are
                continue
            if count > size:
                raise ValueError(
                    f"{name} has {size} entries along {axis}, but its choice has {count} values"
                )


# ---- at a place ----------------------------------------------------------------------------------
def numbers_at(figure: Figure, ref: dict, at: Mapping[str, int]) -> np.ndarray:
    """Return the numbers that a panel names in a state, counted from 0."""
    paths = {c["name"]: c["paths"][at[c["name"]]] for c in figure.header["choices"] if c["paths"]}
    values = figure.arrays[ref["array"].format(**paths)].values
    index = zip(ref["index"], values.shape, strict=True)  # of a shorter axis, the last
    return values[tuple(slice(None) if p == ":" else min(at.get(p, p), n - 1) for p, n in index)]


def filled(figure: Figure, panel: dict, at: Mapping[str, int]) -> str:
    """Fill the fields of a text, without the marks for bold and colour."""
    gaps: dict[str, Any] = {}
    for choice in figure.header["choices"]:
        labels, name = names(choice["labels"], at, alone=True), choice["name"]
        gaps |= {name: labels[at[name]] if labels else "", f"{name}_number": at[name] + 1}
    for gap, ref in panel.get("numbers", {}).items():
        values = np.atleast_1d(numbers_at(figure, ref, at))
        gaps[gap] = ", ".join(number(float(value), ref["digits"]) for value in values)
    text = re.sub(
        r"\{(\w+)\}", lambda gap: str(gaps.get(gap[1], gap[0])), picked(panel["text"], at)
    )
    return re.sub(r"\*\*(\w+\|)?", "", text)
