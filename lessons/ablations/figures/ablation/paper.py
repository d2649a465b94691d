"""Print an ablation: the accuracies with their intervals, and one map per column."""

from pathlib import Path

import numpy as np

from lessons.ablations.figures.ablation.words import PAPER
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import colour, sheet

HUES = {"whole": "query", "off": "key", "without": "value"}


def write(figure: Figure, path: Path) -> None:
    """Draw the accuracies on the left, and the chosen map of the chosen sentence beside them."""
    header, colours = figure.header, figure.header["palette"]["light"]
    shown = [c for c in header["columns"] if "missing" not in c]
    example, kind = header["start"]["example"], header["start"]["map"]
    sentence = header["examples"][example]
    caption = PAPER["caption"].format(
        title=header["title"],
        count=f"{header['count']:,}",
        map=header["maps"][kind],
        sentence=" ".join(sentence["source"]),
    )
    with sheet(figure, path, (2.6 + 2.4 * len(shown), 3.6), caption) as paper:
        axes = paper.subplots(1, 1 + len(shown))
        for row, column in enumerate(shown):
            share, low, high, _ = 100 * figure.arrays[f"shares {column['name']}"].values
            ink = colours[HUES[column["name"]]]
            axes[0].plot([low, high], [-row, -row], color=ink, lw=3, solid_capstyle="butt")
            axes[0].plot(share, -row, "o", color=ink, clip_on=False)
            axes[0].text(0, -row + 0.18, f"{column['title']}: {share:.1f}", color=ink)
        axes[0].set(xlim=(-2, 102), ylim=(0.6 - len(shown), 0.6), yticks=[], xlabel=PAPER["share"])
        axes[0].spines[["top", "right", "left"]].set_visible(False)
        for axis, column in zip(axes[1:], shown, strict=True):
            values = figure.arrays[f"map {column['name']} {kind} {example}"].values
            _map(axis, values, colours)
            axis.set_title(column["title"], fontsize=8)


def _map(axes, values: np.ndarray, colours: dict[str, str]) -> None:
    """Darker: more weight. Hatched: masked."""
    painted = [[colour(0 if np.isnan(v) else v, 1, colours) for v in row] for row in values]
    axes.imshow(np.array(painted), interpolation="nearest")
    for i, j in np.argwhere(np.isnan(values)):
        axes.fill(
            [j - 0.5, j + 0.5, j + 0.5, j - 0.5],
            [i - 0.5, i - 0.5, i + 0.5, i + 0.5],
            facecolor="none", edgecolor=colours["hatch"], hatch="////", lw=0,
        )  # fmt: skip
    axes.set(xticks=[], yticks=[])
    for spine in axes.spines.values():
        spine.set_color(colours["line"])
