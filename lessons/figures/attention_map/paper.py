"""Print the attention map with matplotlib: the same state, numbers and colours as on screen."""

import math
import textwrap
import warnings
from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.collections import PatchCollection
from matplotlib.figure import Figure as Paper
from matplotlib.patches import Rectangle

from lessons.figures.attention_map.paper_lines import write_lines
from lessons.figures.attention_map.words import MARKS, PAPER
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import metadata

PRINTED = 24  # up to this many columns every cell has its number


def write(figure: Figure, path: Path) -> None:
    """Draw the state that `figure.at(...)` chose; its source is written to the metadata."""
    place = figure.header["start"]
    chosen = next(m for m in figure.header["maps"] if m["name"] == place["map"])
    layer = chosen["layers"][place["layer"] - 1]
    step = figure.header["steps"][place["step"] - 1]
    stage = step["name"]
    values = figure.arrays[f"{layer['prefix']}.{stage}"].values[place["head"] - 1]
    hatched = np.zeros(values.shape, bool)
    masked = figure.arrays.get(f"{layer['prefix']}.masked")
    if masked is not None and stage in ("masked", "weights"):
        hatched = np.isneginf(masked.values[place["head"] - 1])
    columns = layer["dimensions"] if stage == "head_output" else chosen["columns"]
    colours = figure.header["palette"]["light"]

    run = figure.header["run"]
    caption = PAPER["caption"].format(
        map=chosen["title"],
        layer=place["layer"],
        head=place["head"],
        step=f"{step['formula']} {step['title']}".strip(),
    )
    source = PAPER["source"].format(probe=f"{layer['prefix']}.{stage}", **run)

    rows = [row["label"] + row.get("next", "") for row in chosen["rows"]]
    words = [column["label"] for column in columns]
    cell = 0.42 if len(words) <= PRINTED else 0.2  # inches
    left, top = (0.2 + 0.085 * max(map(len, labels)) for labels in (rows, words))
    lined = stage == "weights" and place["view"] is not None
    right, top = (top, 0.3) if lined else (0.4, top)  # the attended words are on the right
    width = max(left + cell * len(words) + right, 6.4)
    lines = [(caption_line, 9.5, "ink") for caption_line in textwrap.wrap(caption, int(width * 12))]
    lines += [(source_line, 7, "soft") for source_line in textwrap.wrap(source, int(width * 17))]
    below = 0.3 + 0.19 * len(lines)
    height = top + cell * len(rows) + below
    settings = {"svg.fonttype": "none", "svg.hashsalt": figure.complete_header["id"]}
    # The font that comes with matplotlib, so that prints look the same on every computer.
    settings["font.family"] = "DejaVu Sans"
    with rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # an emoji is drawn as a box
        paper = Paper(figsize=(width, height))
        size = (cell * len(words) / width, cell * len(rows) / height)
        axes = paper.add_axes((left / width, below / height, *size))
        if lined:
            write_lines(axes, values, rows, words, (place["row"] or 0) - 1, colours)
        else:
            _cells(axes, values, hatched, stage, layer["scales"][stage], colours)
            _labels(axes, rows, words, place, stage, colours)
        for n, (text, size, ink) in enumerate(lines):
            y = (below - 0.32 - 0.19 * n) / height
            # parse_math=False everywhere: a typed "$x$" is text, not a formula
            paper.text(0.12 / width, y, text, size=size, color=colours[ink], parse_math=False)
        paper.savefig(
            path,
            dpi=200,
            facecolor=colours["paper"],
            metadata=metadata(figure, f"{caption} {source}", path.suffix),
        )


def _cells(axes, values, hatched, stage: str, scale: float, colours: dict[str, str]) -> None:
    rows, columns = values.shape
    fills, boxes, holes = [], [], []
    size = 7 if columns <= 16 else 6
    for i in range(rows):
        for j in range(columns):
            box = Rectangle((j + 0.03, i + 0.03), 0.94, 0.94)
            if hatched[i, j]:
                holes.append(box)
                continue
            fill = _colour(values[i, j], stage, scale, colours)
            boxes.append(box)
            fills.append(fill)
            if columns <= PRINTED:
                bright = np.dot(fill, (0.2126, 0.7152, 0.0722)) > 0.5
                axes.text(
                    *(j + 0.5, i + 0.5, _number(values[i, j], stage)),
                    ha="center", va="center", fontsize=size, color=colours["ink"] if bright else "w",
                )  # fmt: skip
    axes.add_collection(
        PatchCollection(boxes, facecolors=fills, edgecolors=colours["line"], lw=0.4)
    )
    if holes:
        axes.add_collection(
            PatchCollection(
                holes, facecolors=colours["panel"], edgecolors=colours["hatch"], hatch="////", lw=0
            )
        )
    axes.set(xlim=(-0.06, columns + 0.06), ylim=(rows + 0.06, -0.06))
    axes.axis("off")


def _labels(axes, rows, words, place: dict, stage: str, colours: dict[str, str]) -> None:
    row = column = None
    if place["row"] is not None:
        output = stage == "head_output"
        row, column = place["row"] - 1, place["dimension" if output else "column"] - 1
        role = colours["value" if output else "key"]
        width, height = len(words), len(rows)
        for corner, w, h, edge in (
            ((0, row), width, 1, colours["query"]),
            ((column, 0), 1, height, role),
        ):
            axes.add_patch(Rectangle(corner, w, h, fill=False, ec=edge, lw=1.3, clip_on=False))
    for i, word in enumerate(rows):
        ink = colours["query"] if i == row else colours["ink"]
        axes.text(
            -0.2, i + 0.5, word, ha="right", va="center", fontsize=9, color=ink, parse_math=False
        )
    for j, word in enumerate(words):
        ink = role if j == column else colours["ink"]
        axes.text(
            *(j + 0.5, -0.2, word), rotation=45 if len(max(words, key=len)) > 2 else 0,
            ha="left" if len(max(words, key=len)) > 2 else "center", va="bottom",
            rotation_mode="anchor", fontsize=9 if len(words) <= PRINTED else 6, color=ink, parse_math=False,
        )  # fmt: skip


def _rgb(hex_colour: str) -> np.ndarray:
    return np.array([int(hex_colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])


def _colour(value: float, stage: str, scale: float, colours: dict[str, str]) -> np.ndarray:
    """Compute colours as on screen (core.js): from `empty` to one hue, or to two for signed numbers."""
    if not math.isfinite(value):
        return _rgb(colours["empty"])
    if stage == "weights":
        end, share = colours["weight_full"], value
    else:
        positive = colours["value_full" if stage == "head_output" else "weight_full"]
        end, share = positive if value >= 0 else colours["negative"], abs(value) / (scale or 1)
    empty = _rgb(colours["empty"])
    return empty + (_rgb(end) - empty) * min(1.0, float(share)) ** 0.8


def _number(value: float, stage: str) -> str:
    if not math.isfinite(value):
        return MARKS.get(str(float(value)), str(float(value)))
    if stage == "weights":
        return f"{value:.2f}".removeprefix("0") if value < 0.995 else f"{value:.2f}"
    return f"{value:.1f}".replace("-", "−").replace("−0.0", "0.0")
