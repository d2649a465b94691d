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
from lessons.figures.panels import text as text_panel
from lessons.your_layer.figures.two_layers import words as say
from lessons.your_layer.figures.two_layers.compared_step import SIDES, ComparedStep
from lessons.your_layer.measure.two_layers import Listing, first_difference


def lay_out(names: tuple[str, str], places: list[list[ComparedStep]], opens: str) -> Figure:
    """Return the figure of the steps of each part of the model."""
    firsts = [first_difference([compared.comparison for compared in steps]) for steps in places]
    at = [compared.comparison.name for compared in places[0]]
    step = at.index(opens) if opens in at else firsts[0] or 0
    head, low, across = places[0][step].farthest

    def each(what: Callable[[ComparedStep], Any]) -> dict:
        return by("place", [by("step", [what(compared) for compared in steps]) for steps in places])

    where = [{"label": _title(steps[0].path), "full": steps[0].path} for steps in places]
    heads = [
        [str(n + 1) for n in range(max(compared.heads for compared in steps))] for steps in places
    ]
    tiles = [list(_tiles(steps, first)) for steps, first in zip(places, firsts, strict=True)]
    choices = [
        choice("place", say.PLACE, where, keys="l", stays=True),
        choice("step", say.STEP, by("place", tiles), control="tiles", keys="←→", opens=step + 1, stays=True),
        choice("head", say.HEAD, by("place", heads), keys="h", opens=head, stays=True),
        choice("row", say.ROW, each(lambda compared: compared.labels[0]), control="", keys="⇧↑↓", opens=low, stays=True),
        choice("column", say.COLUMN, each(lambda compared: compared.labels[1]), control="", keys="⇧←→", opens=across, stays=True),
    ]  # fmt: skip
    titles = [*names, say.DIFFERENCE.format(one=names[0], other=names[1])]

    def cell(compared: ComparedStep) -> dict:
        numbers = [compared.numbers(which, "row, column", digits=6) for which in SIDES]
        return sums([(title, "", ref) for title, ref in zip(titles, numbers, strict=True)])

    verdicts = [_verdict(steps, first) for steps, first in zip(places, firsts, strict=True)]
    looks = [f"verdict {'good' if first is None else 'bad'}" for first in firsts]
    panels = [
        reveals_answer(text_panel(by("place", verdicts), by("place", looks))),
        each(lambda compared: reveals_answer(equation(*_maps(compared, titles)))),
        each(lambda compared: reveals_answer(_read(compared, names))),
        row(list(_listings("a", names[0], places)), list(_listings("b", names[1], places))),
        side(say.CELL, say.WHICH, each(lambda compared: reveals_answer(cell(compared)))),
    ]
    title = say.TITLE.format(one=names[0], other=names[1])
    arrays = {s.name(k): array for steps in places for s in steps for k, array in s.arrays.items()}
    return picture("two_layers", title, choices, panels, arrays)


def _title(path: str) -> str:
    """Return a short name: "encoder.layers.0.self_attention" → "encoder 1", "decoder.layers.0.cross_attention" →
    "cross 1"."""
    stack, *number, part = ["", *path.replace(".layers", "").split(".")][-3:]
    part = part.replace("self_attention", "").replace("_residual", "").replace("_", " ")
    if part == "cross attention":
        stack, part = "cross", ""
    return " ".join(filter(None, (stack, *(str(int(n) + 1) for n in number if n), part)))


def _tiles(steps: Sequence[ComparedStep], first: int | None) -> Iterator[dict[str, str]]:
    """Return each step, and how far apart the two layers are in it."""
    for k, comparison in enumerate(compared.comparison for compared in steps):
        note = say.MISSING if None in (comparison.first, comparison.second) else say.SHAPES
        if comparison.difference is not None:
            note = (
                say.SAME if comparison.same else say.APART.format(number(comparison.difference, 3))
            )
        look = "" if comparison.same else "apart first" if k == first else "apart"
        yield {"label": comparison.name, "full": comparison.name, "note": note, "look": look}


def _verdict(steps: Sequence[ComparedStep], first: int | None) -> str:
    """Return where the two layers diverge."""
    if first is None:
        return say.NEVER
    comparison = steps[first].comparison
    file, line = (comparison.second or comparison.first).at
    template = say.FIRST if first else say.BEGIN if steps[0].place == "0" else say.LATER
    return template.format(step=comparison.name, file=file, line=line)


def _maps(compared: ComparedStep, titles: Sequence[str]) -> Iterator[dict]:
    """Return both sides of a step and their difference; a side with another shape has other rows or columns."""
    weights = compared.comparison.name == "weights" and compared.scale <= 1.0001
    apart = compared.comparison.difference or 0.0
    scales = {
        "a": compared.scale,
        "b": compared.scale,
        "d": max(apart if np.isfinite(apart) else 0.0, 1e-9),
    }
    for (which, scale), title in zip(scales.items(), titles, strict=True):
        if which in compared.arrays:
            sizes = compared.arrays[which].values.shape[-2:]
            axes = zip(("row", "column"), compared.labels, sizes, strict=True)
            rows, columns = (
                name if len(axis_labels) == size else [str(n + 1) for n in range(size)]
                for name, axis_labels, size in axes
            )
            yield matrix(
                compared.numbers(which, ":, :"), rows, columns, ("row", "column"), title=f"**{title}**", tip=say.TIP,
                weights=weights and which != "d", hue="weight_full", full=scale, cells=(2, 40),
                legend=say.HATCHED if which == "a" else None,
            )  # fmt: skip
        elif which != "d":
            yield text_panel(say.WITHOUT.format(name=title), "read soft")


def _read(compared: ComparedStep, names: Sequence[str]) -> dict:
    """Return the values of the cell that is chosen, or under the pointer, in both."""
    there = {which: compared.numbers(which, "row, column", digits=4) for which in compared.arrays}
    gaps = {which: f"{{{which}}}" if which in there else "–" for which in SIDES}
    return text_panel(say.READ.format(one=names[0], other=names[1], **gaps), follows=True, **there)


def _listings(which: str, name: str, places: Sequence[Sequence[ComparedStep]]) -> Iterator[dict]:
    """Return the functions in which the steps of a layer pass their probes, each shown at its own; methods that a line
    calls come before it. Beside a line is the shape of its result."""

    def function(shown: Listing) -> tuple:
        return shown.file, shown.begins, shown.lines

    ranks: dict[tuple, int] = {}
    for compared in (compared for steps in places for compared in steps):
        for rank, shown in enumerate(reversed(compared.listings(which))):
            ranks.setdefault(function(shown), rank)
    for here in sorted(ranks, key=lambda here: -ranks[here]):
        marked, notes = [], []
        for steps in places:
            lines = [
                {function(shown): shown.line for shown in compared.listings(which)}
                for compared in steps
            ]
            marked.append(by("step", [line_of.get(here) for line_of in lines]))
            last = [
                (compared, compared.listings(which)[-1])
                for compared in steps
                if compared.listings(which)
            ]
            notes.append({
                shown.line: f"{compared.comparison.name} ({', '.join(map(str, compared.arrays[which].values.shape))})"
                for compared, shown in last if function(shown) == here
            })  # fmt: skip
        file, begins, lines = here
        head = say.LISTED.format(name=name, file=file)
        yield listing(head, begins, lines, by("place", marked), by("place", notes))
