"""The panels of two layers: where they diverge, both maps of a step with their difference, and the source lines."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.numbers import number
from lessons.figures.panels import (
    by,
    choice,
    equation,
    listing,
    matrix,
    picture,
    reveals_answer,
    row,
    side,
    sums,
)
from lessons.figures.panels import text as said
from lessons.your_layer.figures.two_layers import words as say
from lessons.your_layer.figures.two_layers.seen import SIDES, Seen
from lessons.your_layer.measure.two_layers import Listing, first_apart


def laid_out(names: tuple[str, str], places: list[list[Seen]], opens: str) -> Figure:
    """Lay out the steps of each part of the model."""
    firsts = [first_apart([seen.parting for seen in steps]) for steps in places]
    at = [seen.parting.name for seen in places[0]]
    step = at.index(opens) if opens in at else firsts[0] or 0
    head, low, across = places[0][step].farthest

    def each(what: Callable[[Seen], Any]) -> dict:
        return by("place", [by("step", [what(seen) for seen in steps]) for steps in places])

    where = [{"label": _title(steps[0].path), "full": steps[0].path} for steps in places]
    heads = [[str(n + 1) for n in range(max(seen.heads for seen in steps))] for steps in places]
    tiles = [list(_tiles(steps, first)) for steps, first in zip(places, firsts, strict=True)]
    choices = [
        choice("place", say.PLACE, where, keys="l", stays=True),
        choice("step", say.STEP, by("place", tiles), control="tiles", keys="←→", opens=step + 1, stays=True),
        choice("head", say.HEAD, by("place", heads), keys="h", opens=head, stays=True),
        choice("row", say.ROW, each(lambda seen: seen.labels[0]), control="", keys="⇧↑↓", opens=low, stays=True),
        choice("column", say.COLUMN, each(lambda seen: seen.labels[1]), control="", keys="⇧←→", opens=across, stays=True),
    ]  # fmt: skip
    titles = [*names, say.DIFFERENCE.format(one=names[0], other=names[1])]

    def cell(seen: Seen) -> dict:
        numbers = [seen.numbers(which, "row, column", digits=6) for which in SIDES]
        return sums([(title, "", ref) for title, ref in zip(titles, numbers, strict=True)])

    verdicts = [_verdict(steps, first) for steps, first in zip(places, firsts, strict=True)]
    looks = [f"verdict {'good' if first is None else 'bad'}" for first in firsts]
    panels = [
        reveals_answer(said(by("place", verdicts), by("place", looks))),
        each(lambda seen: reveals_answer(equation(*_maps(seen, titles)))),
        each(lambda seen: reveals_answer(_read(seen, names))),
        row(list(_listings("a", names[0], places)), list(_listings("b", names[1], places))),
        side(say.CELL, say.WHICH, each(lambda seen: reveals_answer(cell(seen)))),
    ]
    title = say.TITLE.format(one=names[0], other=names[1])
    arrays = {s.name(k): array for steps in places for s in steps for k, array in s.arrays.items()}
    return picture("two_layers", title, choices, panels, arrays)


def _title(path: str) -> str:
    """ "encoder.layers.0.self_attention" → "encoder 1", "decoder.layers.0.cross_attention" → "cross 1"."""
    stack, *number, part = ["", *path.replace(".layers", "").split(".")][-3:]
    part = part.replace("self_attention", "").replace("_residual", "").replace("_", " ")
    if part == "cross attention":
        stack, part = "cross", ""
    return " ".join(filter(None, (stack, *(str(int(n) + 1) for n in number if n), part)))


def _tiles(steps: Sequence[Seen], first: int | None) -> Iterator[dict[str, str]]:
    """Return each step, and how far apart the two layers are in it."""
    for k, parting in enumerate(seen.parting for seen in steps):
        note = say.MISSING if None in (parting.one, parting.other) else say.SHAPES
        if parting.difference is not None:
            note = say.SAME if parting.same else say.APART.format(number(parting.difference, 3))
        look = "" if parting.same else "apart first" if k == first else "apart"
        yield {"label": parting.name, "full": parting.name, "note": note, "look": look}


def _verdict(steps: Sequence[Seen], first: int | None) -> str:
    """Say where the two layers diverge."""
    if first is None:
        return say.NEVER
    parting = steps[first].parting
    file, line = (parting.other or parting.one).at
    told = say.FIRST if first else say.BEGIN if steps[0].place == "0" else say.LATER
    return told.format(step=parting.name, file=file, line=line)


def _maps(seen: Seen, titles: Sequence[str]) -> Iterator[dict]:
    """Return both sides of a step and their difference; a side with another shape has other rows or columns."""
    weights = seen.parting.name == "weights" and seen.scale <= 1.0001
    apart = seen.parting.difference or 0.0
    scales = {
        "a": seen.scale,
        "b": seen.scale,
        "d": max(apart if np.isfinite(apart) else 0.0, 1e-9),
    }
    for (which, scale), title in zip(scales.items(), titles, strict=True):
        if which in seen.arrays:
            sizes = seen.arrays[which].values.shape[-2:]
            known = zip(("row", "column"), seen.labels, sizes, strict=True)
            rows, columns = (
                name if len(found) == size else [str(n + 1) for n in range(size)]
                for name, found, size in known
            )
            yield matrix(
                seen.numbers(which, ":, :"), rows, columns, ("row", "column"), title=f"**{title}**", tip=say.TIP,
                weights=weights and which != "d", hue="weight_full", full=scale, cells=(2, 40),
                legend=say.HATCHED if which == "a" else None,
            )  # fmt: skip
        elif which != "d":
            yield said(say.WITHOUT.format(name=title), "read soft")


def _read(seen: Seen, names: Sequence[str]) -> dict:
    """Return the values of the cell that is chosen, or under the pointer, in both."""
    there = {which: seen.numbers(which, "row, column", digits=4) for which in seen.arrays}
    gaps = {which: f"{{{which}}}" if which in there else "–" for which in SIDES}
    return said(say.READ.format(one=names[0], other=names[1], **gaps), follows=True, **there)


def _listings(which: str, name: str, places: Sequence[Sequence[Seen]]) -> Iterator[dict]:
    """Return the functions in which the steps of a layer pass their probes, each shown at its own; methods that a line
    calls come before it. Beside a line is the shape of its result."""

    def function(one: Listing) -> tuple:
        return one.file, one.begins, one.lines

    ranks: dict[tuple, int] = {}
    for seen in (seen for steps in places for seen in steps):
        for rank, one in enumerate(reversed(seen.listings(which))):
            ranks.setdefault(function(one), rank)
    for here in sorted(ranks, key=lambda here: -ranks[here]):
        marked, notes = [], []
        for steps in places:
            lines = [{function(one): one.line for one in seen.listings(which)} for seen in steps]
            marked.append(by("step", [found.get(here) for found in lines]))
            last = [(seen, seen.listings(which)[-1]) for seen in steps if seen.listings(which)]
            notes.append({
                one.line: f"{seen.parting.name} ({', '.join(map(str, seen.arrays[which].values.shape))})"
                for seen, one in last if function(one) == here
            })  # fmt: skip
        file, begins, lines = here
        head = say.LISTED.format(name=name, file=file)
        yield listing(head, begins, lines, by("place", marked), by("place", notes))
