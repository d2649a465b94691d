"""Two layers side by side: every step of both on one sentence, their difference, and the lines of source.

The numbers come from two recorded passes (`transformer/measure/stream/two_layers.py`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import as_typed, bracketed, labels
from lessons.figures.kit.numbers import number
from lessons.figures.panels import (
    by,
    choice,
    equation,
    listing,
    matrix,
    picture,
    row,
    sums,
    text,
)  # fmt: skip
from lessons.figures.panels import side as box
from lessons.figures.two_layers import words as say
from lessons.kit.reading import reading_of, vocabulary_of
from transformer.measure.answer import batch_of, sides_of
from transformer.measure.stream import two_layers as measure
from transformer.measure.stream.two_layers import Parting, Step
from transformer.weights import Trained

SIDES = ("a", "b", "d")  # of one layer, of the other, their difference
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


@dataclass(frozen=True)
class Place:
    """What was seen of both layers at one place of the model: steps, and what stands along each one's last axes."""

    number: int
    path: str
    partings: Sequence[Parting]
    named: Sequence[dict[str, list[dict]]]

    @property
    def heads(self) -> int:
        return max(_heads(_one(parting)) for parting in self.partings)

    @property
    def first(self) -> int | None:
        return measure.first_apart(self.partings)

    def array(self, parting: Parting, side: str) -> str:
        return f"{self.number} {parting.name} {side}"


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
    places = [
        Place(number, path, partings, [_named(path, _one(parting), words) for parting in partings])
        for number, (path, partings) in enumerate(found.items())
    ]
    arrays = {
        place.array(parting, side): array
        for place in places
        for parting in place.partings
        for side, array in _arrays(place.path, parting, words)
    }
    return _figure(names, places, arrays, opens)


def _figure(names: tuple[str, str], places: list[Place], arrays: dict, opens: str) -> Figure:
    at = [parting.name for parting in places[0].partings]
    step = at.index(opens) if opens in at else places[0].first or 0
    head, row_, column = _farthest(places[0].partings[step])

    def each(what: Callable[[Place, int], Any]) -> dict:
        return by(
            "place", [by("step", [what(p, k) for k in range(len(p.partings))]) for p in places]
        )

    def along(axis: int) -> dict:
        return each(lambda place, k: list(place.named[k].values())[axis])

    where = [{"label": _title(place.path), "full": place.path} for place in places]
    heads = [[str(n + 1) for n in range(place.heads)] for place in places]
    choices = [
        choice("place", say.PLACE, where, keys="l", stays=True),
        choice("step", say.STEP, by("place", [[*_tiles(place)] for place in places]), control="tiles", keys="←→",
               opens=step + 1, stays=True),
        choice("head", say.HEAD, by("place", heads), keys="h", opens=head, stays=True),
        choice("row", say.ROW, along(0), control="", keys="⇧↑↓", opens=row_, stays=True),
        choice("column", say.COLUMN, along(1), control="", keys="⇧←→", opens=column, stays=True),
    ]  # fmt: skip
    titles = [*names, say.DIFFERENCE.format(one=names[0], other=names[1])]
    verdict = [f"verdict {'good' if place.first is None else 'bad'}" for place in places]
    panels = [
        text(by("place", [_said(place) for place in places]), by("place", verdict)),
        each(lambda place, k: equation(*_maps(place, k, titles, arrays))),
        each(lambda place, k: _read(place, place.partings[k], names, arrays)),
        row(*(list(_listings(side, name, places)) for side, name in zip(("one", "other"), names, strict=True))),
        box(say.CELL, say.WHICH, each(lambda place, k: sums([
            (title, "", _numbers(place, place.partings[k], side, arrays, "row, column", digits=6))
            for side, title in zip(SIDES, titles, strict=True)
        ]))),
    ]  # fmt: skip
    title = say.TITLE.format(one=names[0], other=names[1])
    return picture("two_layers", title, choices, panels, arrays)


# ---- what stands there ---------------------------------------------------------------------------
def _tiles(place: Place) -> Iterator[dict[str, str]]:
    """Each step, and how far the two are apart in it."""
    for k, parting in enumerate(place.partings):
        note = say.MISSING if None in (parting.one, parting.other) else say.SHAPES
        if parting.difference is not None:
            note = say.SAME if parting.same else say.APART.format(number(parting.difference, 3))
        look = "" if parting.same else "apart first" if k == place.first else "apart"
        yield {"label": parting.name, "full": parting.name, "note": note, "look": look}


def _said(place: Place) -> str:
    """Where the two part."""
    if place.first is None:
        return say.NEVER
    parting = place.partings[place.first]
    file, line = (parting.other or parting.one).at
    told = say.FIRST if place.first else say.LATER if place.number else say.BEGIN
    return told.format(step=parting.name, file=file, line=line)


def _maps(place: Place, k: int, titles: Sequence[str], arrays: dict[str, Array]) -> Iterator[dict]:
    """Both sides of a step and their difference; a side with another shape has other rows or columns."""
    parting = place.partings[k]
    scale = _scale(parting.one, parting.other)
    weights = parting.name == "weights" and scale <= 1.0001
    named = list(place.named[k].values())
    for at, (side, title) in enumerate(zip(SIDES, titles, strict=True)):
        ref = _numbers(place, parting, side, arrays, ":, :")
        if ref is None:
            if side != "d":
                yield text(say.WITHOUT.format(name=title), "read soft")
            continue
        sizes = arrays[place.array(parting, side)].values.shape[-2:]
        rows, columns = (
            name if len(known) == size else [str(n + 1) for n in range(size)]
            for name, known, size in zip(("row", "column"), named, sizes, strict=True)
        )
        apart = parting.difference if side == "d" and _finite(parting.difference) else None
        yield matrix(
            ref, rows, columns, ("row", "column"), title=f"**{title}**", tip=say.TIP,
            weights=weights and side != "d", hue="weight_full", cells=(2, 40),
            full=max(apart or 0.0, 1e-9) if side == "d" else scale, legend=None if at else say.HATCHED,
        )  # fmt: skip


def _read(place: Place, parting: Parting, names: Sequence[str], arrays: dict[str, Array]) -> dict:
    """The cell that is chosen, or at which somebody points, in both."""
    refs = {side: _numbers(place, parting, side, arrays, "row, column", digits=4) for side in SIDES}
    there = {side: ref for side, ref in refs.items() if ref}
    gaps = {side: f"{{{side}}}" if side in there else "–" for side in SIDES}
    return text(say.READ.format(one=names[0], other=names[1], **gaps), follows=True, **there)


def _numbers(
    place: Place, parting: Parting, side: str, arrays: dict, tail: str, digits: int = 2
) -> str | None:
    """These of one side of a step, in the chosen head; None where there are none."""
    name = place.array(parting, side)
    if name not in arrays:
        return None
    return f"{name}[{'head, ' * (arrays[name].values.ndim == 3)}{tail}]:{digits}"


def _listings(side: str, name: str, places: Sequence[Place]) -> Iterator[dict]:
    """The functions in which the steps of one layer are handed over, each seen at its own steps; methods that a
    line calls stand before it."""
    shown: dict[
        tuple, dict
    ] = {}  # a function: its line at each place and step, its notes at each place
    for place in places:
        for k, parting in enumerate(place.partings):
            step = getattr(parting, side)
            for before, one in enumerate(reversed(step.listings if step else ())):
                marks = {p.number: [None] * len(p.partings) for p in places}
                fresh = {"rank": before, "marks": marks, "notes": {p.number: {} for p in places}}
                seen = shown.setdefault((one.file, one.begins, tuple(one.lines)), fresh)
                seen["marks"][place.number][k] = one.line
                if before == 0:
                    shape = ", ".join(map(str, step.values.shape))
                    seen["notes"][place.number][one.line] = f"{parting.name} ({shape})"
    for (file, begins, lines), seen in sorted(shown.items(), key=lambda one: -one[1]["rank"]):
        yield listing(
            say.LISTED.format(name=name, file=file), begins, lines,
            by("place", [by("step", marks) for marks in seen["marks"].values()]), by("place", [*seen["notes"].values()]),
        )  # fmt: skip


def _title(path: str) -> str:
    """ "encoder.layers.0.self_attention" → "encoder 1", "decoder.layers.0.cross_attention" → "cross 1"."""
    stack, *number, part = ["", *path.replace(".layers", "").split(".")][-3:]
    part = part.replace("self_attention", "").replace("_residual", "").replace("_", " ")
    if part == "cross attention":
        stack, part = "cross", ""
    return " ".join(filter(None, (stack, *(str(int(n) + 1) for n in number if n), part)))


def _farthest(parting: Parting) -> tuple[int, ...]:
    """Head, row and column of the cell in which the two are farthest apart, counted from 1."""
    if parting.difference is None:
        return 1, 1, 1
    away = np.abs(measure.difference(parting.one.values, parting.other.values))
    away = away[None] if away.ndim == 2 else away
    at = np.unravel_index(np.nan_to_num(away, nan=0.0, posinf=0.0).argmax(), away.shape)
    return tuple(int(k) + 1 for k in at)


# ---- arrays --------------------------------------------------------------------------------------
def _arrays(path: str, parting: Parting, words: Along) -> Iterator[tuple[str, Array]]:
    """What each side saw in a step, and their difference."""
    for side, step in zip(SIDES, (parting.one, parting.other), strict=False):
        if step is not None:
            values = np.ascontiguousarray(step.values, np.float32)
            yield (
                side,
                Array(values, step.axes, f"{path}.{step.name}", labels=_named(path, step, words)),
            )
    if parting.difference is not None:
        both = measure.difference(parting.one.values, parting.other.values)
        made = "transformer.measure.stream.two_layers.difference"
        yield "d", Array(both, parting.one.axes, f"{path}.{parting.name}", made)


def _named(path: str, step: Step, words: Along) -> dict[str, list[dict]]:
    """The labels of its last two axes."""
    axes = step.axes.split()
    of = dict(zip(axes, step.values.shape, strict=True))
    return {axis: _labels(axis, of, path, words) for axis in axes[-2:]}


def _one(parting: Parting) -> Step:
    """Of the first layer that has the step."""
    return parting.one or parting.other


def _heads(step: Step) -> int:
    return dict(zip(step.axes.split(), step.values.shape, strict=True)).get("head", 1)


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
