"""Shared code of printed figures: a sheet with a caption and its origin, cells, colours."""

import re
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Paper
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Curve

from lessons.figures.kit.figure import Figure

CREATOR = "Glassbox Transformer"
THICK = 9.0  # points for a weight of 1
DOTTED, PALE = (
    0.01,
    0.07,
)  # as on screen (strands.js): smaller weights are dotted; opacity of other words' lines
PRINTED = 16  # up to this many columns, every cell shows its number


@contextmanager
def sheet(figure: Figure, path: Path, size: tuple[float, float], caption: str) -> Iterator[Paper]:
    """Open a page of that size (inches) with room for the caption at the bottom; it is written at the end.

    Text is never read as a formula: typed text stays as it is.
    """
    width, height = size
    lines = textwrap.wrap(caption, int(width * 13))
    below = 0.25 + 0.19 * len(lines)
    settings = {
        "svg.fonttype": "none",
        "svg.hashsalt": figure.complete_header["id"],
        "font.family": "DejaVu Sans",  # ships with matplotlib: the same on every machine
        "font.size": 8,
        "text.parse_math": False,
    }
    with rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # an emoji is drawn as a box
        paper = Paper(figsize=(width, height + below))
        paper.subplots_adjust(
            left=0.75 / width, right=1 - 0.2 / width, top=1 - 0.35 / (height + below),
            bottom=(below + 0.45) / (height + below), wspace=0.3, hspace=0.55,
        )  # fmt: skip
        yield paper
        for n, line in enumerate(lines):
            y = (below - 0.2 - 0.19 * n) / (height + below)
            paper.text(
                0.12 / width, y, line, size=8.5, color=figure.header["palette"]["light"]["ink"]
            )
        paper.savefig(
            path, dpi=200, facecolor="white", metadata=metadata(figure, caption, path.suffix)
        )


def metadata(figure: Figure, text: str, kind: str) -> dict[str, str | None]:
    """Return the file's metadata, without a date: the same figure gives the same file."""
    about = {"Title": figure.header["title"]}
    if kind == ".png":
        return about | {"Description": text, "Software": CREATOR}
    if kind == ".svg":
        return about | {"Description": text, "Creator": CREATOR, "Date": None}
    return about | {"Subject": text, "Creator": CREATOR, "CreationDate": None}


def cells(axes: Axes, values: np.ndarray, scale: float, colours: dict[str, str], digits=2) -> None:
    """Draw a matrix in the screen's colours; small ones with their numbers (none if `digits` is None)."""
    rows, columns = values.shape
    fills = colour(values, scale, colours)  # (rows, columns, rgb)
    line = {"edgecolors": colours["paper"], "lw": 0.3} if columns <= 64 else {}
    axes.pcolormesh(fills, **line)
    if digits is not None and columns <= PRINTED and rows <= PRINTED:
        ink = inks(fills, colours)
        for i in range(rows):
            for j in range(columns):
                text = f"{round(float(values[i, j]), digits) + 0:.{digits}f}".replace("-", "−")
                text = text.replace("nan", "NaN").replace("inf", "∞")
                text = re.sub(r"^(−?)0\.", r"\1.", text) if columns > 6 else text
                axes.text(
                    *(j + 0.5, i + 0.5, text), ha="center", va="center",
                    size=8 if columns <= 6 else 5.5, color=ink[i, j],
                )  # fmt: skip
    axes.set(xlim=(0, columns), ylim=(rows, 0))
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0, colors=colours["soft"])


def inks(fills: np.ndarray, colours: dict[str, str]) -> np.ndarray:
    """(…, rgb) → (…): dark letters on light cells, and light letters on dark cells."""
    return np.where(fills @ (0.2126, 0.7152, 0.0722) > 0.5, colours["ink"], "w")


def colour(values: np.ndarray | float, scale: float, colours: dict[str, str]) -> np.ndarray:
    """(…) → (…, rgb), as on the screen (core.js): from `empty` to one of two hues, by sign; NaN
    and −∞, hatched there, have a third."""
    values = np.asarray(values, float)[..., None]
    empty, hatch = _rgb(colours["empty"]), _rgb(colours["hatch"])
    ends = np.where(values >= 0, _rgb(colours["weight_full"]), _rgb(colours["negative"]))
    strength = np.minimum(1, np.abs(values) / (scale or 1)) ** 0.8
    return np.where(
        np.isnan(values) | np.isneginf(values), hatch, empty + (ends - empty) * strength
    )


def _rgb(hex_colour: str) -> np.ndarray:
    return np.array([int(hex_colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])


def strand(
    axes: Axes, begin: tuple[float, float], end: tuple[float, float], weight: float, strong: bool, faint: float,
    colours: dict[str, str], thick: float = THICK,
) -> None:  # fmt: skip
    """Draw a weight as a line from `begin` to `end` with this thickness; `strong` for the chosen word."""
    if not weight > (0 if strong else DOTTED):
        return
    (x0, y0), (x1, y1), middle = begin, end, (begin[0] + end[0]) / 2
    points = [(x0, y0), (middle, y0), (middle, y1), (x1, y1)]
    axes.add_patch(
        PathPatch(
            Curve(points, [Curve.MOVETO, *[Curve.CURVE4] * 3]), fill=False, lw=max(0.5, thick * weight),
            ec=colours["weight_full" if strong else "weight"], ls=":" if weight < DOTTED else "-",
            alpha=float(faint), clip_on=False,
        )
    )  # fmt: skip


def numbered(axes: Axes, rows: int, columns: int) -> None:
    """Set ticks in the middle of the cells, counted from 0."""
    for count, axis in ((columns, axes.xaxis), (rows, axes.yaxis)):
        step = max(1, count // 8)
        places = np.arange(0, count, step)
        axis.set_ticks(places + 0.5, [str(p) for p in places])
