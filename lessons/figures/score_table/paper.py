"""Scores on paper: the weights of one way at one temperature, as bars."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.figures.score_table.words import PAPER


def write(figure: Figure, path: Path) -> None:
    """The way and the temperature that `figure.at(…)` chose."""
    header, start = figure.header, figure.header["start"]
    colours = header["palette"]["light"]
    way = next(way for way in header["ways"] if way["name"] == start["way"])
    at = header["temperatures"].index(start["temperature"])
    weights = figure.arrays[f"{way['name']}.weights"].values[at]
    caption = PAPER["caption"].format(
        title=header["title"],
        formula=way["formula"],
        cited=header["words"]["cited"],
        **{"temperature": start["temperature"]},
    )
    with sheet(figure, path, (6, 0.3 * len(weights) + 0.8), caption) as paper:
        axes = paper.add_subplot()
        axes.barh(range(len(weights)), weights, color=colours["weight"], height=0.6)
        for k, weight in enumerate(weights):
            score = figure.arrays[f"{way['name']}.scores"].values[k]
            axes.text(
                weight + 0.01, k, f"{weight:.3f}  ({score:.3g})", va="center", color=colours["soft"]
            )
        axes.set_yticks(
            range(len(weights)),
            [f"{row} {key}" for row, key in zip(header["rows"], way["keys"], strict=True)],
        )
        axes.set(xlim=(0, 1.25), ylim=(len(weights) - 0.5, -0.5))
        axes.spines[["top", "right"]].set_visible(False)
