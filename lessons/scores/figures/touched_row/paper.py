"""Print a row of a head: four bars per word, side by side."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.scores.figures.touched_row.words import PAPER, WORDS


def write(figure: Figure, path: Path) -> None:
    """Draw weight, weight × ‖value‖, and the two effects on one scale."""
    header, colours = figure.header, figure.header["palette"]["light"]
    names = [label["label"] for label in header["labels"]]
    held = {name: array.values for name, array in figure.arrays.items()}
    shown = (
        (WORDS["weight"].split("**")[1], held["weights"], "weight"),
        (WORDS["length"], held["weights"] * held["norms"], "value"),
        (WORDS["here"].replace("**", ""), held["here"], "negative"),
        (WORDS["effect"].replace("**", ""), held["effects"], "negative"),
    )
    changes = (*held["here"], *held["effects"], 0.0)
    with sheet(
        figure, path, (8.4, 0.24 * len(names) + 1), PAPER["caption"].format(**header)
    ) as paper:
        for n, (title, values, hue) in enumerate(shown, start=1):
            axes = paper.add_subplot(1, len(shown), n)
            axes.barh(range(len(names)), values, color=colours[hue], height=0.6)
            axes.set_yticks(range(len(names)), names if n == 1 else [""] * len(names))
            axes.set(ylim=(len(names) - 0.5, -0.5))
            axes.set_title(title, size=7.5, loc="left")
            if hue == "negative":
                axes.set_xlim(1.05 * min(changes), 1.05 * max(changes))
            axes.spines[["top", "right"]].set_visible(False)
