"""Gradients over the depth on paper: one curve for each way to put a stack together."""

from pathlib import Path

from lessons.figures.depth_gradients.words import PAPER, WORDS
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet


def write(figure: Figure, path: Path) -> None:
    """The depth that `figure.at(depth=…)` chose."""
    header, depth = figure.header, figure.header["start"]["depth"]
    colours = header["palette"]["light"]
    seeds = WORDS["seeds"].format(
        sizes=header["sizes"], seeds=", ".join(str(seed) for seed in header["seeds"])
    )
    caption = PAPER["caption"].format(title=header["title"], depth=depth, seeds=seeds)
    with sheet(figure, path, (7, 3.2), caption) as paper:
        axes = paper.add_subplot()
        for way in header["ways"]:
            layers = range(1, depth + 1)
            for seed in 10.0 ** figure.arrays[f"{way['name']} {depth}"].values:
                axes.plot(layers, seed, color=colours[way["hue"]], lw=0.4)
            mean = 10.0 ** figure.arrays[f"{way['name']} {depth} mean"].values
            axes.plot(layers, mean, color=colours[way["hue"]], lw=1.8, label=way["title"])
        axes.set(yscale="log", xlabel=WORDS["layer"], ylabel=WORDS["chart"])
        axes.legend(frameon=False, fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))
        axes.spines[["top", "right"]].set_visible(False)
        paper.subplots_adjust(right=0.82)
