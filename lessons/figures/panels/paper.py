"""Any said figure on paper: its pictures one under the other, its sentences as the caption."""

import textwrap
from pathlib import Path
from typing import Any

import numpy as np

from lessons.figures.kit.choices import names, picked, places
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.numbers import number
from lessons.figures.kit.paper import cells, sheet
from lessons.figures.panels import filled, numbers

WIDE = 7.4  # inches


def write(figure: Figure, path: Path) -> None:
    """The place that `figure.at(…)` chose."""
    header, at = figure.header, places(figure.header)
    flat = list(flattened(picked(header["panels"], at), at))
    pictures = [(panel, DRAWN[panel["kind"]]) for panel in flat if panel["kind"] in DRAWN]
    drawn = [(panel, draw, parts(figure, panel, at)) for panel, draw in pictures]
    heights = [0.42 + 0.2 * lines_of(panel, found) for panel, _, found in drawn]
    with sheet(figure, path, (WIDE, sum(heights) + 0.3), caption(figure, flat, at)) as paper:
        paper.subplots_adjust(left=0.22)
        grid = paper.add_gridspec(len(drawn), 1, height_ratios=heights, hspace=0.8)
        for n, (panel, draw, found) in enumerate(drawn):
            inner = grid[n].subgridspec(1, len(found))
            most = max(float(np.nanmax(np.abs(v), initial=0)) for _, v in found) or 1.0
            for k, (name, values) in enumerate(found):
                axes = paper.add_subplot(inner[k])
                title = filled(figure, {"text": panel.get("title") or ""}, at) if k == 0 else ""
                above = textwrap.fill(title, 100)
                axes.set_title(f"{above}\n{name}".strip("\n"), size=7.5, loc="left")
                draw(axes, panel, values, at, header["palette"]["light"], most)


def flattened(panels: Any, at: dict[str, int]):
    """Panels inside of rows and boxes, in their order."""
    for panel in panels:
        if panel["kind"] == "row":
            for column in panel["columns"]:
                yield from flattened(picked(column, at), at)
        elif panel["kind"] == "side":
            yield from flattened(panel["panels"], at)
        elif panel["kind"] == "tiles":  # a row for each group
            yield from (
                {"kind": "tiles", "held": held, "title": held["title"]} for held in panel["groups"]
            )
        else:
            yield panel


def caption(figure: Figure, flat: list, at: dict[str, int]) -> str:
    """Where the figure stands, and what it says there."""
    header, where = figure.header, []
    for one in header["choices"]:
        if (labels := names(one["labels"], at)) and one["control"]:
            where.append(f"{one['title']}: {labels[at[one['name']]]}")
    said = [filled(figure, one, at) for one in flat if one["kind"] == "text"]
    said = [f"{header['title']}{'; ' * bool(where)}{', '.join(where)}", *said]
    said.append(filled(figure, {"text": header["origin"]}, at))
    return " ".join(one if one.endswith((".", "!", "?")) else f"{one}." for one in said if one)


def parts(figure: Figure, panel: dict, at: dict[str, int]) -> list[tuple[str, np.ndarray]]:
    """(name, numbers with two axes) of what a panel shows side by side."""
    if panel["kind"] == "table":
        shown = [c for c in panel["columns"] if "from" in c]
        return [("", np.stack([numbers(figure, c["from"], at) for c in shown], axis=1))]
    if panel["kind"] == "lines":
        rows = [np.atleast_1d(numbers(figure, line["from"], at)) for line in panel["lines"]]
        wide = max(map(len, rows))
        filler = [np.concatenate([r, np.full(wide - len(r), np.nan)]) for r in rows]
        return [("", np.stack(filler))]
    if panel["kind"] == "tiles":
        held = panel["held"]
        called = [f"{one['label']}\n{one['name']}" for one in held["names"]]
        maps = numbers(figure, held["from"] | {"index": [":", ":", ":"]}, at)
        return list(zip(called, maps, strict=True))
    if panel["kind"] == "strips" and panel["along"]:
        each = names(panel["each"], at)
        all_ = [numbers(figure, panel["from"], at | {panel["along"]: k}) for k in range(len(each))]
        return [(name, np.atleast_2d(values)) for name, values in zip(each, all_, strict=True)]
    return [("", np.atleast_2d(numbers(figure, panel["from"], at)))]


def lines_of(panel: dict, found: list) -> float:
    """How many lines of text high."""
    rows, columns = found[0][1].shape
    if panel["kind"] == "strips":
        return rows if panel["down"] else min(rows, 6)
    return {"bars": columns, "tiles": 4}.get(panel["kind"], rows if rows <= 24 else 0.3 * rows)


def grid(axes, panel, values, at, colours, most):
    """Cells with the names of rows and columns where they have some."""
    plain = panel["kind"] in ("tiles", "strips") or panel.get("plain")
    hue = colours | {"weight_full": colours[panel.get("hue") or "weight_full"]}
    cells(axes, values, panel.get("full") or most, hue, None if plain else 2)
    axes.set_xticks([])
    axes.set_yticks([])
    if rows := names(panel.get("rows") or (panel["each"] if panel.get("down") else None), at):
        axes.set_yticks(np.arange(len(values)) + 0.5, rows)
    if (columns := names(panel.get("columns"), at)) and not plain:
        axes.set_xticks(np.arange(len(columns)) + 0.5, columns, rotation=45, ha="right")


def bars(axes, panel, values, at, colours, most):
    """A bar for each label, with its number."""
    labels = names(panel["labels"], at)
    values = values.ravel()[: len(labels)]
    axes.barh(range(len(values)), values, color=colours[panel.get("hue", "weight")], height=0.6)
    for k, value in enumerate(values):
        text = f" {number(value, panel['from']['digits'])}"
        axes.text(value, k, text, va="center", size=7, color=colours["soft"])
    axes.set_yticks(range(len(values)), labels)
    axes.set(ylim=(len(values) - 0.5, -0.5))
    axes.spines[["top", "right"]].set_visible(False)


def written(axes, panel, values, at, colours, most):
    """A table of numbers, with the names of its rows and columns."""
    if panel["kind"] == "table":
        rows = names(panel["rows"], at)
        for k, one in enumerate(c for c in panel["columns"] if "from" in c):
            axes.text(k + 0.5, -0.6, one["title"], ha="center", color=colours["soft"])
    else:
        rows = [picked(line["label"], at) for line in panel["lines"]]
    for i, j in np.ndindex(*values.shape):
        if panel["kind"] == "table" or np.isfinite(values[i, j]):
            axes.text(
                j + 0.5,
                i,
                f"{values[i, j]:.4g}".replace("-", "−"),
                ha="center",
                va="center",
                size=8,
            )
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlim=(0, values.shape[1]), ylim=(len(rows) - 0.5, -1), xticks=[])
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


DRAWN = {
    "matrix": grid,
    "strips": grid,
    "tiles": grid,
    "bars": bars,
    "table": written,
    "lines": written,
}
