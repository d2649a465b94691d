"""Print any declared figure: its plots one below the other, its sentences as the caption.

A figure with its own drawing prints panels too: its `paper.py` lists them for `write_panels`.
"""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lessons.figures.kit import chart_paper
from lessons.figures.kit.choices import names, picked, places
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.numbers import number
from lessons.figures.kit.paper import cells, colour, inks, sheet
from lessons.figures.panels.picture import filled, numbers_at

WIDE, LINE, HEAD = 7.4, 0.2, 0.42  # inches: a sheet, a line of text, the space above a band
# Letters of a column name that fit below a band; inches of each further letter.
SHORT, SLANTED = 9, 0.055
LEAST = 6  # lines of an equation, whose matrices may be small
GAP = 1.1  # maximum inches between two bands
MANY = 24  # rows as high as a line of text; if there are more, they are smaller


@dataclass(frozen=True)
class Place:
    """A figure where `figure.at(…)` opened it."""

    figure: Figure
    at: dict[str, int]

    @property
    def colours(self) -> dict[str, str]:
        return self.figure.header["palette"]["light"]

    def numbers_at(self, ref: dict, **own: int) -> np.ndarray:
        return numbers_at(self.figure, ref, self.at | own)

    def filled_text(self, text: Any, refs: dict | None = None) -> str:
        return filled(self.figure, {"text": text, "numbers": refs or {}}, self.at)

    def names(self, labels: Any) -> list[str]:
        """Labels, or those of a named choice."""
        for choice in self.figure.header["choices"] if isinstance(labels, str) else ():
            labels = choice["labels"] if choice["name"] == labels else labels
        return names(labels, self.at)


@dataclass(frozen=True)
class Band:
    """Plots side by side: each with its name and a function that draws it."""

    title: str
    lines: float  # height in lines of text
    parts: list[tuple[str, Callable[[Axes], None]]]
    wide: float = WIDE  # width in inches
    below: float = 0  # inches for long names of columns


def write(figure: Figure, path: Path) -> None:
    """Draw the state that `figure.at(…)` chose."""
    place = Place(figure, places(figure.header))
    flat = list(flattened(place, figure.header["panels"]))
    if "chart" in figure.header:
        chart_paper.write(figure, path, caption(place, flat))
    else:
        write_panels(figure, flat, caption(place, flat), path)


def write_panels(figure: Figure, panels: Sequence[dict], caption_text: str, path: Path) -> None:
    """Draw these panels, and print the caption `said` below them."""
    place = Place(figure, places(figure.header))
    bands = [band for panel in panels for band in BANDS.get(panel["kind"], _none)(place, panel)]
    heights = [HEAD + LINE * band.lines + band.below for band in bands]
    wide = max([WIDE, *(band.wide for band in bands)])
    with sheet(figure, path, (wide, sum(heights) + 0.3), caption_text) as paper:
        paper.subplots_adjust(left=0.22 * WIDE / wide)
        apart = min(1.0, GAP * len(bands) / max(sum(heights), GAP))  # of a band, on average
        grid = paper.add_gridspec(
            max(1, len(bands)), 1, height_ratios=heights or None, hspace=apart
        )
        for n, band in enumerate(bands):
            inner = grid[n].subgridspec(1, len(band.parts))
            for k, (name, draw) in enumerate(band.parts):
                axes = paper.add_subplot(inner[k])
                title = textwrap.fill(band.title, 100) if k == 0 else ""
                axes.set_title(f"{title}\n{name}".strip("\n"), size=7.5, loc="left")
                draw(axes)
                x, y, width, height = axes.get_position().bounds
                shorter = height * band.below / heights[n]
                axes.set_position((x, y + shorter, width, height - shorter))


def flattened(place: Place, panels: Any) -> Iterator[dict]:
    """Return the panels inside rows and boxes, in order."""
    for entry in picked(panels, place.at):
        panel = picked(entry, place.at)
        inside = panel.get("columns") if panel["kind"] == "row" else [panel.get("panels")]
        if panel["kind"] in ("row", "side"):
            for column in inside:
                yield from flattened(place, column)
        else:
            yield panel


def caption(place: Place, flat: list[dict]) -> str:
    """Return the state of the figure, and its text there."""
    header, where = place.figure.header, []
    for choice in header["choices"]:
        if (labels := place.names(choice["labels"])) and choice["control"]:
            where.append(f"{choice['title']}: {labels[place.at[choice['name']]]}")
    sentences = [f"{header['title']}{'; ' * bool(where)}{', '.join(where)}"]
    for panel in flat:
        if panel["kind"] in ("text", "story") and "hint" not in picked(panel["look"], place.at):
            sentences.append(place.filled_text(panel["text"], panel["numbers"]))
        elif panel["kind"] == "sentence" and panel["name"]:
            sentences.append(
                f"{place.filled_text(panel['name'])}: {' '.join(place.names(panel['words']))}"
            )
    sentences.append(place.filled_text(header["origin"]))
    return " ".join(
        choice if choice.endswith((".", "!", "?")) else f"{choice}."
        for choice in sentences
        if choice
    )


# ---- bands ---------------------------------------------------------------------------------------
def _none(place: Place, panel: dict) -> Iterator[Band]:
    yield from ()


def _matrix(place: Place, panel: dict) -> Iterator[Band]:
    values, columns = place.numbers_at(panel["from"]), place.names(panel["columns"])
    full = 1.0 if panel["weights"] else panel["full"]
    if isinstance(full, dict):
        full = float(place.numbers_at(full))
    draw = partial(
        _cells, place, values, full, rows=place.names(panel["rows"]), columns=columns,
        digits=min(2, panel["from"]["digits"]) if columns else None, hue=panel["hue"],
    )  # fmt: skip
    each = 0.6 if place.names(panel["rows"]) else 0.3  # a name needs room
    lines = len(values) if len(values) <= MANY else each * len(values)
    below = SLANTED * max(0, max(map(len, columns), default=0) - SHORT)
    yield Band(place.filled_text(panel["title"]), lines, [("", draw)], below=below)


def _equation(place: Place, panel: dict) -> Iterator[Band]:
    """Draw panels side by side, each with the sign before it."""
    parts, sign, lines, below = [], "", LEAST, 0.0
    for part in (picked(part, place.at) for part in panel["parts"]):
        if isinstance(part, dict) and part["kind"] == "matrix":
            (band,) = _matrix(place, part)
            parts.append((f"{sign} {band.title}".strip(), band.parts[0][1]))
            lines, below = max(lines, band.lines), max(below, band.below)
        sign = part if isinstance(part, str) else ""
    yield Band("", lines, parts, below=below)


def _strips(place: Place, panel: dict) -> Iterator[Band]:
    values, rows = (
        np.atleast_2d(place.numbers_at(panel["from"])),
        [place.filled_text(name) for name in place.names(panel["rows"])],
    )
    draw = partial(_cells, place, values, None, rows=rows, hue=panel["hue"])
    lines = len(values) if rows else min(len(values), 6)
    yield Band(place.filled_text(panel["title"]), lines, [("", draw)])


def _beside(place: Place, panel: dict) -> Iterator[Band]:
    heads = place.names(panel["each"])
    for strip in panel["strips"]:
        if panel["along"] not in strip["from"]["index"]:
            yield from _strips(place, strip | {"rows": None})
            continue
        each = [
            np.atleast_2d(place.numbers_at(strip["from"], **{panel["along"]: k}))
            for k in range(len(heads))
        ]
        full = max(float(np.abs(values).max()) for values in each)
        parts = [
            (head, partial(_cells, place, values, full, hue=strip["hue"]))
            for head, values in zip(heads, each, strict=True)
        ]
        yield Band(place.filled_text(strip["title"]), min(len(each[0]), 6), parts)


def _tiles(place: Place, panel: dict) -> Iterator[Band]:
    """Draw small maps side by side; terms of a sum in threes, with their names and numbers."""
    for group in panel["groups"]:
        signs, parts = group.get("signs"), []
        rows, columns = (place.names(group.get(side)) for side in ("rows", "columns"))
        for k, tile in enumerate(group["names"]):
            own, below = {panel["choose"][1]: k}, tile.get("name", "")
            values = place.numbers_at(group["from"], **own)
            full = float(place.numbers_at(group["full"], **own)) if "full" in group else 1.0
            draw = partial(
                _cells, place, values, full, rows=rows, columns=columns, digits=1 if signs else None
            )
            parts.append(
                (f"{signs[k]} {tile['label']}" if signs else f"{tile['label']}\n{below}", draw)
            )
        for at in range(0, len(parts), 3 if signs else len(parts)):
            yield Band(group["title"], 8 if signs else 4, parts[at : at + 3] if signs else parts)


def _bars(place: Place, panel: dict) -> Iterator[Band]:
    labels = place.names(panel["labels"])
    values = place.numbers_at(panel["from"])[: len(labels)]
    draw = partial(
        _drawn_bars, place, labels, values, panel["from"]["digits"], panel["hue"], panel["full"]
    )
    yield Band(place.filled_text(panel["title"]), len(labels), [("", draw)])


def _heights(place: Place, panel: dict) -> Iterator[Band]:
    values = place.numbers_at(panel["from"])

    def draw(axes: Axes) -> None:
        axes.bar(range(len(values)), values, color=place.colours["weight"], width=0.8)
        axes.set(ylim=(0, 1), xticks=[])
        axes.spines[["top", "right"]].set_visible(False)

    yield Band("", 6, [("", draw)])


def _curves(place: Place, panel: dict) -> Iterator[Band]:
    def draw(axes: Axes) -> None:
        for curve in panel["curves"]:
            name, style = (
                place.filled_text(curve["name"], curve["numbers"]),
                "--" if curve["dash"] else ".-",
            )
            values = place.numbers_at(curve["from"])
            axes.plot(panel["x"], values, style, color=place.colours[curve["hue"]], label=name)
        axes.set(xlabel=panel["x_title"], ylabel="log₁₀" if panel["powers"] else "")
        axes.legend(frameon=False)
        axes.spines[["top", "right"]].set_visible(False)

    yield Band(place.filled_text(panel["title"]), 12, [("", draw)])


def _meters(place: Place, panel: dict) -> Iterator[Band]:
    rows = picked(panel["rows"], place.at)
    if rows:
        values = np.array([float(place.numbers_at(row["from"])) for row in rows])
        draw = partial(_drawn_bars, place, [row["label"] for row in rows], values, 2, "weight", 1)
        yield Band("", len(rows), [("", draw)])


def _table(place: Place, panel: dict) -> Iterator[Band]:
    columns = []
    for column in panel["columns"]:
        items = (
            place.names(column["texts"]) if "texts" in column else place.numbers_at(column["from"])
        )
        columns.append([place.filled_text(column["title"]), *(c if isinstance(c, str) else _amount(c, column["from"]) for c in items)])  # fmt: skip
    rows = [[""] + place.names(panel["rows"]), *columns]
    yield Band("", len(rows[0]), [("", partial(_written, place, list(zip(*rows, strict=True))))])


def _hits(place: Place, panel: dict) -> Iterator[Band]:
    """Draw the number of each hit and its text; the right one has a mark."""
    texts, values = picked(panel["texts"], place.at), place.numbers_at(panel["from"])
    rows = [
        [_amount(value, panel["from"]), f"{' '.join(text['words'])}{' ✓' * text['right']}"]
        for value, text in zip(values, texts, strict=True)
    ]

    def draw(axes: Axes) -> None:
        for k, (amount, text) in enumerate(rows):
            axes.text(0, k, amount, ha="right", va="center", color=place.colours["soft"])
            axes.text(0.03, k, text, ha="left", va="center")
        axes.set(xlim=(0, 1), ylim=(len(rows) - 0.5, -0.5))
        axes.set_axis_off()

    yield Band(panel["name"], len(rows), [("", draw)])


def _amount(value: np.floating, ref: dict) -> str:
    return "–" if np.isnan(value) else number(float(value), ref["digits"])


def _word_grid(place: Place, panel: dict) -> Iterator[Band]:
    words, columns = picked(panel["texts"], place.at), place.names(panel["columns"])
    longest = max(map(len, [*columns, *sum(words, [])]))
    draw = partial(
        _drawn_words, place, place.numbers_at(panel["from"]), words, place.names(panel["rows"]), columns
    )  # fmt: skip
    wide = 2 + len(columns) * (0.06 + 0.06 * longest)
    yield Band("", 1.7 * len(words), [("", draw)], wide)


def _lines(place: Place, panel: dict) -> Iterator[Band]:
    rows = []
    for line in panel["lines"]:
        values = np.atleast_1d(place.numbers_at(line["from"])).tolist()
        rows.append(
            [place.filled_text(line["label"]), *(f"{v:.4g}".replace("-", "−") for v in values)]
        )
    yield Band("", len(rows), [("", partial(_written, place, rows))])


BANDS = {
    "matrix": _matrix, "equation": _equation, "strips": _strips, "beside": _beside, "tiles": _tiles, "bars": _bars,
    "meters": _meters, "heights": _heights, "curves": _curves, "table": _table, "word_grid": _word_grid,
    "lines": _lines, "hits": _hits,
}  # fmt: skip


# ---- pictures ------------------------------------------------------------------------------------
def _cells(place, values, full, axes, rows=(), columns=(), digits=None, hue="") -> None:
    """Draw cells, with the names of rows and columns if they have any."""
    colours = place.colours | {"weight_full": place.colours[hue or "weight_full"]}
    most = float(np.abs(values[np.isfinite(values)]).max(initial=0))
    cells(axes, values, full or most or 1.0, colours, digits)
    for hatched in [text for text in axes.texts if text.get_text() == "−∞"]:
        hatched.remove()  # as on the screen, where such a cell shows no number
    axes.set_xticks([])
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows)
    if columns:
        axes.set_xticks(np.arange(len(columns)) + 0.5, columns, rotation=45, ha="right")


def _drawn_words(place, values, words, rows, columns, axes) -> None:
    """Draw cells with a word in each."""
    full = 4 / 3  # of a fraction: the strongest colour is reserved for more, as on the screen
    _cells(place, values, full, axes, rows, columns)
    ink = inks(colour(values, full, place.colours), place.colours)
    for i, j in np.ndindex(values.shape):
        axes.text(j + 0.5, i + 0.5, words[i][j], ha="center", va="center", size=7, color=ink[i, j])
    axes.xaxis.tick_top()
    axes.tick_params(axis="x", labelrotation=0)
    for name in axes.get_xticklabels():
        name.set_ha("center")


def _drawn_bars(place, labels, values, digits, hue, full, axes) -> None:
    axes.barh(range(len(values)), values, color=place.colours[hue], height=0.6)
    for k, value in enumerate(values):
        text = f" {number(float(value), digits)}"
        axes.text(value, k, text, va="center", size=7, color=place.colours["soft"])
    axes.set_yticks(range(len(labels)), labels)
    axes.set(ylim=(max(1, len(values)) - 0.5, -0.5))
    if full and values.min(initial=0) >= 0:
        axes.set(xlim=(0, 1.1 * full))
    axes.spines[["top", "right"]].set_visible(False)


def _written(place, rows, axes) -> None:
    """Draw rows of texts, with the first of each row as its name."""
    columns = max(len(row) for row in rows)
    for k, (name, *texts) in enumerate(rows):
        axes.text(0, k, name, ha="right", va="center", color=place.colours["soft"])
        for j, text in enumerate(texts):
            axes.text((j + 0.5) / columns, k, text, ha="center", va="center")
    axes.set(xlim=(0, 1), ylim=(len(rows) - 0.5, -0.5))
    axes.set_axis_off()
