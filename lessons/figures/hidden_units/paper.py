"""Hidden units on paper: words × units, as they fire."""

from pathlib import Path

from lessons.figures.hidden_units.words import PAPER
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet


def write(figure: Figure, path: Path) -> None:
    """The layer that `figure.at(layer=…)` chose."""
    header = figure.header
    layer = header["layers"][header["start"]["layer"] - 1]
    hidden = figure.arrays[f"{layer['path']}.hidden"].values  # (position, unit)
    caption = PAPER["caption"].format(
        title=header["title"], layer=layer["title"], units=layer["units"], model=header["model"]
    )
    with sheet(figure, path, (8.4, 0.2 * len(hidden) + 0.8), caption) as paper:
        axes = paper.add_subplot()
        axes.imshow(hidden, aspect="auto", cmap="Purples", vmin=0, interpolation="none")
        axes.set_yticks(range(len(hidden)), [one["label"] for one in layer["read"]], size=7)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
