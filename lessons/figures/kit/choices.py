"""The choices of a figure: a layer, a word, a step. One list for the screen, the address, the keys and `at()`.

The figure's header holds the list as `choices`, and in `start` the initial values: one of the `values`
of a choice, or a number counted as on the screen; None if nothing is chosen. `kit/choices.js` reads the same list.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

MANY = 30  # values that an error message lists at most


def choice(
    name: str,
    title: str = "",
    labels: Any = None,
    *,
    values: Sequence | None = None,
    paths: Sequence[str] | None = None,
    numbered: bool = False,
    linked: bool | str = True,
    optional: bool = False,
    stays: bool = False,
    first: int = 1,
    control: Any = "segment",
    keys: str = "",
    opens: Any = None,
    leads: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """One choice. `labels`: its texts on the screen (else the values), a number if the figure writes them
    itself, or `by(another choice, …)`.

    `values`: what `at(name=…)` takes and the address holds. Without them, both count from `first`; for
    `numbered` values, the address counts. The address omits a choice that is not `linked`; with
    `linked="paths"` it holds the path. A label that is `off`, for a reason, cannot be chosen: {"label": "÷",
    "full": "÷", "off": "why"}. `optional`: None is also allowed. `stays`: keeps its value under other numbers of the same title.
    `paths`: its names in array names (else the values). `control`, of a declared figure:
    "segment", "slider", "tiles", "step", "switch", `ranked(…)` of `lessons/figures/panels`, or "" if only
    keys or clicks choose. `keys`: "←→" or "↑↓" for one less or more, a letter for the next one. `leads`: a choice here
    also sets another: {"step": 6} moves to the sixth step, from wherever the figure was.
    """
    if opens is None and not optional:
        opens = values[0] if values else first
    return {
        "name": name, "title": title, "labels": listed(values if labels is None else labels),
        "values": list(values) if values else None, "paths": list(paths or values or ()), "numbered": numbered,
        "linked": linked, "optional": optional, "stays": stays, "first": first, "control": control, "keys": keys, "opens": opens,
        "leads": dict(leads or {}),
    }  # fmt: skip


def choice_header(*choices: dict, plays: str = "", pace: int = 0) -> dict[str, Any]:
    """Return the header entries for choices. `plays`: the choice that plays by itself, every `pace` milliseconds."""
    start = {entry["name"]: entry["opens"] for entry in choices}
    return {"choices": list(choices), "start": start, "plays": plays, "pace": pace}


def by(name: str, of: Sequence) -> dict[str, Any]:
    """One of these for each value of the choice `name`: labels, a sentence, a list of panels."""
    return {"by": name, "of": [listed(item) for item in of]}


def over(name: str, things: Sequence) -> Callable[[Callable[[Any], Any]], dict[str, Any]]:
    """Return `each` for `each = over("layer", layers)`: `each(what)` is `what(layer)` for the chosen layer."""
    return lambda what: by(name, [what(thing) for thing in things])


def picked(value: Any, at: Mapping[str, int]) -> Any:
    """Return what a `by` means in a state, counted from 0."""
    while isinstance(value, dict) and "by" in value:
        value = value["of"][at[value["by"]]]
    return value


def names(labels: Any, at: Mapping[str, int], alone: bool = False) -> list[str]:
    """Return the labels of a state as texts: a label is a text, or has one (`kit/labels.py`). `alone`: in a sentence,
    also name those that are blank among others."""
    texts = picked(labels, at) or ()
    if isinstance(texts, int):
        return [""] * texts
    blank = "full" if alone else "label"
    return [text["label"] or text[blank] if isinstance(text, dict) else str(text) for text in texts]


def listed(labels: Any) -> Any:
    """Return any sequence as a list, for JSON; a `by`, a number and a single sentence stay."""
    return labels if labels is None or isinstance(labels, str | dict | int) else list(labels)


def places(header: Mapping[str, Any]) -> dict[str, int]:
    """Return where a figure opens, from 0; None if nothing is chosen. Raises `ValueError` for an unknown value."""
    at: dict[str, int] = {}
    for entry in sorted(header["choices"], key=lambda entry: isinstance(entry["labels"], dict)):
        at[entry["name"]] = _place(entry, header["start"][entry["name"]], at)
    return at


def _place(entry: Mapping[str, Any], requested: Any, at: Mapping[str, int]) -> int | None:
    nothing = "None or " if entry["optional"] else ""
    if requested is None and nothing:
        return None
    if entry["values"]:
        same = [n for n, value in enumerate(entry["values"]) if equal_values(value, requested)]
        if not same:
            values = ", ".join(map(str, entry["values"][:MANY])) + ", …" * (
                len(entry["values"]) > MANY
            )
            raise ValueError(f"{entry['name']} must be {nothing}one of {values}, got {requested!r}")
        return same[0]
    first = entry["first"]
    last = first + max(len(names(entry["labels"], at)), 1) - 1
    if type(requested) is not int or not first <= requested <= last:
        raise ValueError(
            f"{entry['name']} must be {nothing}a whole number from {first} to {last}, got {requested!r}"
        )
    labels = picked(entry["labels"], at)
    label = labels[requested - first] if isinstance(labels, list) and labels else ""
    if isinstance(label, dict) and label.get("off"):
        raise ValueError(f"{entry['name']} {requested}: {label['off']}")
    return requested - first


def value(entry: Mapping[str, Any], number: int | None) -> Any:
    """Return what `at(…)` takes for the value with this number from 0."""
    if number is None:
        return None
    return entry["values"][number] if entry["values"] else number + entry["first"]


def equal_values(value: Any, requested: Any) -> bool:
    """Compare values: 1 equals 1.0, but not True."""
    return value == requested and isinstance(value, bool) == isinstance(requested, bool)
