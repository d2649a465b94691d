"""Two layers side by side: every step of both on one sentence, their difference, and the lines of source.

The numbers come from two recorded passes (`transformer/measure/two_layers.py`).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.figures.two_layers import words as say
from lessons.kit.reading import reading_of
from transformer.measure import two_layers as measure
from transformer.measure.two_layers import Parting, Step

SIDES = ("a", "b")
MOST_WORDS = 24
START_LABEL = "⟨start⟩"


def two_layers(trained, kind: str, names: tuple[str, str], text: str, opens: str = "") -> Figure:
    """Two layers of one kind, "standard" or a variant's name, each put into the same trained model."""
    models = [trained if name == "standard" else trained.with_layer(kind, name) for name in names]
    reading = reading_of(trained, text, MOST_WORDS)
    return two_models(models, kind, names, reading, measure.answered(trained, reading.ids), opens)


def two_models(
    models: Sequence,
    kind: str,
    names: tuple[str, str],
    reading,
    inside: Sequence[int],
    opens: str = "",
) -> Figure:
    """The layers of that kind in two trained models of the same words, which read the same sentence and the
    same words of an answer, `inside`."""
    seen = []
    for one in models:
        trace = measure.passed(one, reading.ids, inside)
        seen.append(
            {p: measure.steps(one.model, trace, p) for p in measure.places(one.model, kind)}
        )
    return pack(names, *seen, words_of(models[0], reading.words, inside), opens)


def words_of(trained, words: Sequence[str], inside: Sequence[int]) -> dict[str, list[str]]:
    """What each side of the model reads."""
    wrote = trained.target_vocabulary.decode(list(inside))
    given = [] if trained.reads else words  # it goes on with them
    return {"source": list(words), "target": [START_LABEL, *given, *wrote]}


def pack(
    names: tuple[str, str],
    one: dict[str, Sequence[Step]],
    other: dict[str, Sequence[Step]],
    words: dict[str, Sequence[str]],
    opens: str = "",
) -> Figure:
    """What was seen of two layers at each place of the model. Opens at the step `opens`, or at the first
    that is not the same."""
    found = {place: measure.compared(one[place], other[place]) for place in one if place in other}
    if not found:
        raise ValueError("the two layers have no place in common: they are of different kinds")
    arrays: dict[str, Array] = {}
    code: dict[str, dict] = {}
    told = [
        _place(path, partings, words, arrays, code, str(number))
        for number, (path, partings) in enumerate(found.items())
    ]
    at = [step["name"] for step in told[0]["steps"]]
    first = told[0]["first"]
    step = at.index(opens) if opens in at else first or 0
    header = {
        "title": say.TITLE.format(one=names[0], other=names[1]),
        "names": list(names),
        "places": told,
        "code": code,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"place": 1, "step": step + 1, **_farthest(list(found.values())[0][step])},
    }
    return Figure("two_layers", header, arrays)


def _place(path: str, partings: Sequence[Parting], words, arrays, code, key: str) -> dict[str, Any]:
    """Add the arrays of one place of the model, and the functions behind them; returns what is said."""
    steps = []
    for parting in partings:
        one = parting.one or parting.other
        for side, step in zip(SIDES, (parting.one, parting.other), strict=True):
            if step is not None:
                arrays[f"{key} {parting.name} {side}"] = _array(path, step)
        if parting.difference is not None:
            both = measure.difference(parting.one.values, parting.other.values)
            made = "transformer.measure.two_layers.difference"
            arrays[f"{key} {parting.name} d"] = Array(both, one.axes, f"{path}.{one.name}", made)
        axes = one.axes.split()
        of = dict(zip(axes, one.values.shape, strict=True))
        steps.append(
            {
                "name": parting.name,
                "axes": axes,
                "heads": of.get("head", 1),
                "rows": _labels(axes[-2:][0], of, path, words),
                "columns": _labels(axes[-1], of, path, words),
                "same": parting.same,
                "difference": parting.difference if _finite(parting.difference) else None,
                "scale": _scale(parting.one, parting.other),
                **{
                    side: None if step is None else _line(step, code)
                    for side, step in zip(SIDES, (parting.one, parting.other), strict=True)
                },
            }
        )
    first = measure.first_apart(partings)
    return {"path": path, "title": _title(path), "steps": steps, "first": first}


def _title(path: str) -> str:
    """ "encoder.layers.0.self_attention" → "encoder 1", "decoder.layers.0.cross_attention" → "cross 1"."""
    stack, *number, part = ["", *path.replace(".layers", "").split(".")][-3:]
    part = part.replace("self_attention", "").replace("_residual", "").replace("_", " ")
    if part == "cross attention":
        stack, part = "cross", ""
    return " ".join(filter(None, (stack, *(str(int(n) + 1) for n in number if n), part)))


def _farthest(parting: Parting) -> dict[str, int]:
    """The cell in which the two are farthest apart, counted from 1."""
    if parting.difference is None:
        return {"head": 1, "row": 1, "column": 1}
    away = np.abs(measure.difference(parting.one.values, parting.other.values))
    away = away[None] if away.ndim == 2 else away
    at = np.unravel_index(np.nan_to_num(away, nan=0.0, posinf=0.0).argmax(), away.shape)
    return {name: int(k) + 1 for name, k in zip(("head", "row", "column"), at, strict=True)}


def _array(path: str, step: Step) -> Array:
    return Array(np.ascontiguousarray(step.values, np.float32), step.axes, f"{path}.{step.name}")


def _line(step: Step, code: dict) -> dict[str, Any]:
    """Where a step was handed over, and its shape; the functions around these lines go into `code`."""
    keys = []
    for one in step.listings:
        told = {"file": one.file, "begins": one.begins, "lines": list(one.lines)}
        known = (key for key, held in code.items() if held == told)
        code[key := next(known, str(len(code)))] = told
        keys.append({"in": key, "line": one.line})
    file, line = step.at
    return {"file": file, "line": line, "shape": list(step.values.shape), "listed": keys}


def _labels(axis: str, of: dict[str, int], path: str, words) -> list[dict]:
    """Words where an axis counts words; numbers where it counts dimensions."""
    count = of[axis]
    cross, encoder = "cross" in path, "encoder" in path.split(".")[0] or "source" in path
    side = "source" if encoder or (cross and axis == "key") else "target"
    known = list(words.get(side, ()))
    if axis in ("query", "key", "position") and len(known) == count:
        return labels(known)
    every = max(1, -(-count // 8))  # eight numbers can be read, sixty-four cannot
    said = {n: str(n) if n == 1 or n % every == 0 else "" for n in range(1, count + 1)}
    return [{"label": label, "full": str(n), "unknown": False} for n, label in said.items()]


def _finite(value: float | None) -> bool:
    return value is not None and np.isfinite(value)


def _scale(*steps: Step | None) -> float:
    """The largest finite size in both: where the colour scale of the step ends."""
    sizes = [np.abs(s.values[np.isfinite(s.values)]).max(initial=0.0) for s in steps if s]
    return float(max(sizes)) or 1.0


def place(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check a place as it is counted on screen, from 1."""
    places = figure.header["places"]
    _within("place", start["place"], len(places))
    steps = places[start["place"] - 1]["steps"]
    _within("step", start["step"], len(steps))
    step = steps[start["step"] - 1]
    _within("head", start["head"], max(one["heads"] for one in steps))
    _within("row", start["row"], len(step["rows"]))
    _within("column", start["column"], len(step["columns"]))
    return start


def _within(name: str, number: Any, count: int) -> None:
    if type(number) is not int or not 1 <= number <= count:
        raise ValueError(f"{name} must be a whole number from 1 to {count}, got {number!r}")
