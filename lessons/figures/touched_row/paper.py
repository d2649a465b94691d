"""A row of a head on paper: three bars a word, side by side."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.figures.touched_row.words import PAPER, WORDS


def write(figure: Figure, path: Path) -> None:
    """Weight, weight × ‖value‖ and effect, each on a scale of its own."""
    header, colours = figure.header, figure.header["palette"]["light"]
    names = [label["label"] for label in header["labels"]]
    held = {name: array.values for name, array in figure.arrays.items()}
    shown = (
        (WORDS["weight"].split("**")[1], held["weights"], "weight"),
        (WORDS["length"], held["weights"] * held["norms"], "value"),
        (WORDS["effect"].replace("**", ""), held["effects"], "negative"),
    )
    with sheet(
        figure, path, (8.4, 0.24 * len(names) + 1), PAPER["caption"].format(**header)
    ) as paper:
        for n, (title, values, hue) in enumerate(shown, start=1):
            axes = paper.add_subplot(1, 3, n)
            axes.barh(range(len(names)), values, color=colours[hue], height=0.6)
            axes.set_yticks(range(len(names)), names if n == 1 else [""] * len(names))
            axes.set(ylim=(len(names) - 0.5, -0.5))
            axes.set_title(title, size=7.5, loc="left")
            axes.spines[["top", "right"]].set_visible(False)
