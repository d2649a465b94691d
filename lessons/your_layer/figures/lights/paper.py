"""Print the checks: a list with a sign and a word for each, and the first failing cell in its matrix."""

from pathlib import Path

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import cells, numbered, sheet
from lessons.your_layer.figures.lights.words import PAPER

HUES = {"green": "good", "red": "negative", "grey": "soft"}
LONGEST = 92  # letters per line of a sentence


def write(figure: Figure, path: Path) -> None:
    header, colours = figure.header, figure.header["palette"]["light"]
    lamps, chosen = header["lights"], header["start"]["light"]
    caption = PAPER["caption"].format(**header)
    light = next(light for light in lamps if light["name"] == chosen)
    if light["cell"]:
        caption += PAPER["cell"].format(name=chosen, text=light["cell"]["text"])
    matrix = figure.arrays.get(chosen)
    with sheet(figure, path, (10.4, 0.27 * len(lamps) + 0.9), caption) as paper:
        axes = paper.add_axes((0.02, 0.24, 0.62 if matrix else 0.96, 0.7))
        axes.set(xlim=(0, 1), ylim=(len(lamps), 0))
        axes.axis("off")
        for k, entry in enumerate(lamps):
            hue, says = colours[HUES[entry["state"]]], entry["says"]
            short = says if len(says) <= LONGEST else f"{says[:LONGEST]}…"
            axes.text(
                0, k + 0.5, f"{entry['sign']} {entry['word']}", color=hue, size=7.5, va="center"
            )
            axes.text(0.17, k + 0.3, entry["name"], size=7.5, va="center", color=colours["ink"])
            axes.text(0.17, k + 0.72, short, size=5.5, va="center", color=colours["soft"])
        if matrix:
            draw_cell(paper.add_axes((0.68, 0.3, 0.3, 0.58)), matrix.values, light, colours)


def draw_cell(axes, values: np.ndarray, light: dict, colours: dict[str, str]) -> None:
    row, column = light["cell"]["at"]
    most = np.abs(values[np.isfinite(values)]).max(initial=0.0)
    cells(axes, values, float(most) or 1.0, colours)
    numbered(axes, *values.shape)
    left, wide = (0, values.shape[1]) if column is None else (column, 1)
    axes.add_patch(box(left, row, wide, colours["key"]))
    axes.set(xlabel=light["cell"]["columns"], ylabel=light["cell"]["rows"])


def box(left: float, top: float, wide: float, colour: str):
    from matplotlib.patches import Rectangle

    return Rectangle((left, top), wide, 1, fill=False, edgecolor=colour, lw=2, clip_on=False)
