"""The coins on paper: two curves and the floor."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.figures.walk_bits.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """The way of reading that `figure.at(how=…)` chose."""
    header, how = figure.header, figure.header["start"]["how"]
    colours, words = header["palette"]["light"], header["words"]
    caption = PAPER["caption"].format(
        title=header["title"],
        how=header["how"][how],
        told=header["told"][how].replace("**", ""),
        origin=words["origin"],
    )
    places = range(1, len(header["letters"]) + 1)
    with sheet(figure, path, (8.4, 3.2), caption) as paper:
        axes = paper.add_subplot()
        for model in header["models"]:
            values = figure.arrays[f"{model['name']} {how}"].values
            axes.plot(places, values, ".-", color=colours[model["hue"]], label=model["title"])
        axes.plot(places, figure.arrays["floor"].values, "--", color="k", label=words["floor"])
        axes.set_xlabel(words["axis"])
        axes.set_ylabel(words["bits"])
        axes.legend(frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
