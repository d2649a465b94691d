"""What can be chosen in a figure: a layer, a word, a step. One list for the screen, the address, the keys and `at()`.

The figure's header holds the list as `choices`, and in `start` what is chosen at first: one of the `values`
of a choice, or a number that counts as the screen does. `kit/choices.js` reads the same list.
"""

from collections.abc import Mapping, Sequence
from typing import Any


def choice(
    name: str,
    title: str,
    labels: Any,
    *,
    values: Sequence | None = None,
    paths: Sequence[str] | None = None,
    numbered: bool = False,
    first: int = 1,
    control: Any = "segment",
    keys: str = "",
    opens: Any = None,
    leads: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """One choice. `labels`: what stands on the screen, or `by(another choice, …)`.

    `values`: what `at(name=…)` takes and the address holds; without them both count from `first`, and of
    values that are `numbered` the address counts. `paths`: what stands for it in the names of arrays (else
    the values). `control`: "segment", "slider", "tiles", "step", `ranked(…)` of `lessons/figures/panels`, or ""
    where only keys or clicks choose. `keys`: "←→" or "↑↓" for one less or more, a letter for the next one.
    `leads`: who chooses here is led on, too: {"step": 6} to the sixth step, where the figure was before it.
    """
    opens = (values[0] if values else first) if opens is None else opens
    return {
        "name": name, "title": title, "labels": listed(labels), "values": list(values) if values else None,
        "paths": list(paths or values or ()), "numbered": numbered, "first": first, "control": control,
        "keys": keys, "opens": opens, "leads": dict(leads or {}),
    }  # fmt: skip


def by(name: str, of: Sequence) -> dict[str, Any]:
    """One of these for each place of the choice `name`: labels, a sentence, a list of panels."""
    return {"by": name, "of": [listed(one) for one in of]}


def picked(value: Any, at: Mapping[str, int]) -> Any:
    """What a `by` means at a place, counted from 0."""
    while isinstance(value, dict) and "by" in value:
        value = value["of"][at[value["by"]]]
    return value


def names(labels: Any, at: Mapping[str, int]) -> list[str]:
    """What stands there at a place: a label is a text, or has one (`kit/labels.py`)."""
    return [one if isinstance(one, str) else one["label"] for one in picked(labels, at) or ()]


def listed(labels: Any) -> Any:
    """Any sequence as a list, as JSON has it; a `by` and a single sentence as they are."""
    return labels if labels is None or isinstance(labels, str | dict) else list(labels)


def places(header: Mapping[str, Any]) -> dict[str, int]:
    """Where a figure opens, counted from 0. Raises `ValueError` for what is not there."""
    at: dict[str, int] = {}
    for one in header["choices"]:
        at[one["name"]] = _place(one, header["start"][one["name"]], at)
    return at


def _place(one: Mapping[str, Any], given: Any, at: Mapping[str, int]) -> int:
    if one["values"]:
        same = [n for n, v in enumerate(one["values"]) if v == given and type(v) is type(given)]
        if not same:
            listed = ", ".join(str(value) for value in one["values"])
            raise ValueError(f"{one['name']} must be one of {listed}, got {given!r}")
        return same[0]
    first, count = one["first"], len(picked(one["labels"], at))
    last = first + max(count, 1) - 1
    if type(given) is not int or not first <= given <= last:
        raise ValueError(
            f"{one['name']} must be a whole number from {first} to {last}, got {given!r}"
        )
    return given - first
