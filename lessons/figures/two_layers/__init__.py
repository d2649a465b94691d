"""Two layers side by side: every step of both on one sentence, their difference, and the lines of source.

The numbers come from two recorded passes (`transformer/measure/stream/two_layers.py`).
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import as_typed, bracketed, labels
from lessons.figures.two_layers import words as say
from lessons.kit.reading import reading_of, vocabulary_of
from transformer.measure.answer import batch_of, sides_of
from transformer.measure.stream import two_layers as measure
from transformer.measure.stream.two_layers import Parting, Step
from transformer.weights import Trained

SIDES = ("a", "b")
MOST_WORDS = 24
WORDS = ("query", "key", "position")  # axes along which something stands that was read
Along = Callable[[str, str], list[str]]  # the path of a layer, an axis → what stands there


def two_layers(
    trained: Trained, kind: str, names: tuple[str, str], text: str, opens: str = ""
) -> Figure:
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


def words_of(trained: Trained, words: Sequence[str], inside: Sequence[int]) -> Along:
    """What stands along an axis of a layer, by the layer's path and the axis: as its family says."""
    family, known = trained.family, vocabulary_of(trained)
    ids, unknown = known.encode(words), [word for word in words if word not in known]
    sides = sides_of(trained, batch_of(trained, ids, [inside]))
    maps = {path: one for one in family.maps for path in one.layers(trained.model)}

    def along(path: str, axis: str) -> list[str]:
        side = family.side(path) or path.removesuffix("_embedding")
        if path in maps:
            side = maps[path].columns if axis == "key" else maps[path].rows
        return [bracketed(word) for word in as_typed(sides.get(side, ()), unknown)]

    return along


def pack(
    names: tuple[str, str],
    one: dict[str, Sequence[Step]],
    other: dict[str, Sequence[Step]],
    words: Along,
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
                arrays[f"{key} {parting.name} {side}"] = _array(path, step, words)
        if parting.difference is not None:
            both = measure.difference(parting.one.values, parting.other.values)
            made = "transformer.measure.stream.two_layers.difference"
            arrays[f"{key} {parting.name} d"] = Array(both, one.axes, f"{path}.{one.name}", made)
        axes = one.axes.split()
        of, named = dict(zip(axes, one.values.shape, strict=True)), _named(path, one, words)
        steps.append(
            {
                "name": parting.name,
                "axes": axes,
                "heads": of.get("head", 1),
                "rows": named[axes[-2:][0]],
                "columns": named[axes[-1]],
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


def _array(path: str, step: Step, words: Along) -> Array:
    values, probe = np.ascontiguousarray(step.values, np.float32), f"{path}.{step.name}"
    return Array(values, step.axes, probe, labels=_named(path, step, words))


def _named(path: str, step: Step, words: Along) -> dict[str, list[dict]]:
    """The labels of its last two axes."""
    axes = step.axes.split()
    of = dict(zip(axes, step.values.shape, strict=True))
    return {axis: _labels(axis, of, path, words) for axis in axes[-2:]}


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
    if axis in WORDS and (known := words(path, axis)):
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


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
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
