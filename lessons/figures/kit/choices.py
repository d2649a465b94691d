"""What can be chosen in a figure: a layer, a word, a step. One list for the screen, the address, the keys and `at()`.

The figure's header holds the list as `choices`, and in `start` what is chosen at first: one of the `values`
of a choice, or a number that counts as the screen does; None where nothing is. `kit/choices.js` reads the same list.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

MANY = 30  # values that a sentence lists at most


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
    """One choice. `labels`: what stands on the screen (else the values), a number where the figure writes it
    itself, or `by(another choice, …)`.

    `values`: what `at(name=…)` takes and the address holds; without them both count from `first`, and of
    values that are `numbered` the address counts; what is not `linked` it leaves out; of what is `linked="paths"`
    it holds the path. A label that is `off`, for a reason, cannot be chosen: {"label": "÷", "full": "÷", "off":
    "why"}. `optional`: nothing may be chosen, too, None. `stays`: where it is under other numbers of the same title.
    `paths`: what stands for it in the names of arrays (else the values). `control`, of a figure that is said:
    "segment", "slider", "tiles", "step", "switch", `ranked(…)` of `lessons/figures/panels`, or "" where only
    keys or clicks choose. `keys`: "←→" or "↑↓" for one less or more, a letter for the next one. `leads`: who chooses
    here is led on, too: {"step": 6} to the sixth step, where the figure was before it.
    """
    if opens is None and not optional:
        opens = values[0] if values else first
    return {
        "name": name, "title": title, "labels": listed(values if labels is None else labels),
        "values": list(values) if values else None, "paths": list(paths or values or ()), "numbered": numbered,
        "linked": linked, "optional": optional, "stays": stays, "first": first, "control": control, "keys": keys, "opens": opens,
        "leads": dict(leads or {}),
    }  # fmt: skip


def opening(*choices: dict, plays: str = "", pace: int = 0) -> dict[str, Any]:
    """What a header says of its choices. `plays`: the one that goes on by itself, every `pace` milliseconds."""
    start = {one["name"]: one["opens"] for one in choices}
    return {"choices": list(choices), "start": start, "plays": plays, "pace": pace}


def by(name: str, of: Sequence) -> dict[str, Any]:
    """One of these for each place of the choice `name`: labels, a sentence, a list of panels."""
    return {"by": name, "of": [listed(one) for one in of]}


def over(name: str, things: Sequence) -> Callable[[Callable[[Any], Any]], dict[str, Any]]:
    """`each = over("layer", layers)`: what `each(what)` says of a layer, is `what(layer)`."""
    return lambda what: by(name, [what(one) for one in things])


def picked(value: Any, at: Mapping[str, int]) -> Any:
    """What a `by` means at a place, counted from 0."""
    while isinstance(value, dict) and "by" in value:
        value = value["of"][at[value["by"]]]
    return value


def names(labels: Any, at: Mapping[str, int], alone: bool = False) -> list[str]:
    """What stands there at a place: a label is a text, or has one (`kit/labels.py`). `alone`: in a sentence, where
    also those have a name that are blank among others."""
    found = picked(labels, at) or ()
    if isinstance(found, int):
        return [""] * found
    blank = "full" if alone else "label"
    return [one["label"] or one[blank] if isinstance(one, dict) else str(one) for one in found]


def listed(labels: Any) -> Any:
    """Any sequence as a list, as JSON has it; a `by`, a number and a single sentence as they are."""
    return labels if labels is None or isinstance(labels, str | dict | int) else list(labels)


def places(header: Mapping[str, Any]) -> dict[str, int]:
    """Where a figure opens, counted from 0; None where nothing is chosen. Raises `ValueError` for what is not there."""
    at: dict[str, int] = {}
    for one in sorted(header["choices"], key=lambda one: isinstance(one["labels"], dict)):
        at[one["name"]] = _place(one, header["start"][one["name"]], at)
    return at


def _place(one: Mapping[str, Any], given: Any, at: Mapping[str, int]) -> int | None:
    nothing = "None or " if one["optional"] else ""
    if given is None and nothing:
        return None
    if one["values"]:
        same = [n for n, value in enumerate(one["values"]) if alike(value, given)]
        if not same:
            known = ", ".join(map(str, one["values"][:MANY])) + ", …" * (len(one["values"]) > MANY)
            raise ValueError(f"{one['name']} must be {nothing}one of {known}, got {given!r}")
        return same[0]
    first = one["first"]
    last = first + max(len(names(one["labels"], at)), 1) - 1
    if type(given) is not int or not first <= given <= last:
        raise ValueError(
            f"{one['name']} must be {nothing}a whole number from {first} to {last}, got {given!r}"
        )
    labels = picked(one["labels"], at)
    label = labels[given - first] if isinstance(labels, list) and labels else ""
    if isinstance(label, dict) and label.get("off"):
        raise ValueError(f"{one['name']} {given}: {label['off']}")
    return given - first


def value(one: Mapping[str, Any], number: int | None) -> Any:
    """What `at(…)` takes for the place with this number from 0."""
    if number is None:
        return None
    return one["values"][number] if one["values"] else number + one["first"]


def alike(value: Any, given: Any) -> bool:
    """1 is 1.0, but not True."""
    return value == given and isinstance(value, bool) == isinstance(given, bool)
