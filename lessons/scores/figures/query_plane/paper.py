"""Print the plane: the keys and the query, and the weights of the row beside it."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.scores.figures.query_plane.words import PAPER, WORDS


def write(figure: Figure, path: Path) -> None:
    """Draw the keys and the query on the left, the weights on the right."""
    header, colours = figure.header, figure.header["palette"]["light"]
    names = [label["label"] for label in header["labels"]]
    keys, weights = figure.arrays["keys"].values, figure.arrays["weights"].values
    caption = PAPER["caption"].format(**header)
    with sheet(figure, path, (8.4, max(3.6, 0.2 * len(names))), caption) as paper:
        axes = paper.add_subplot(1, 2, 1)
        axes.scatter(keys[:, 0], keys[:, 1], color=colours["key"], s=20 + 200 * weights)
        for name, (x, y) in zip(names, keys, strict=True):
            axes.annotate(
                name, (x, y), xytext=(4, 3), textcoords="offset points", color=colours["ink"]
            )
        x, y = header["place"]
        axes.plot([0, x], [0, y], color=colours["query"], lw=1)
        axes.scatter([x], [y], color=colours["query"], s=70)
        axes.set_title(WORDS["keys_title"].replace("**", "").split(":")[0], size=9, loc="left")
        beside = paper.add_subplot(1, 2, 2)
        beside.barh(range(len(names)), weights, color=colours["weight"], height=0.6)
        beside.set_yticks(range(len(names)), names)
        beside.set(xlim=(0, 1), ylim=(len(names) - 0.5, -0.5))
        beside.set_title(WORDS["weights_title"], size=9, loc="left")
        for plot in (axes, beside):
            plot.spines[["top", "right"]].set_visible(False)
