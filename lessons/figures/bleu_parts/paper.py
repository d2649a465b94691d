"""BLEU on paper: a bar for each precision, and the numbers in the caption."""

from pathlib import Path

from lessons.figures.bleu_parts.words import PAPER
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet


def write(figure: Figure, path: Path) -> None:
    """One bar a length."""
    header, colours = figure.header, figure.header["palette"]["light"]
    parts = [PAPER["part"].format(**order) for order in header["orders"]]
    text = " ".join(header["written"])
    caption = PAPER["caption"].format(
        text=text, parts=", ".join(parts), brevity=header["brevity"], score=header["score"],
        **header["lengths"],
    )  # fmt: skip
    values = figure.arrays["precisions"].values
    with sheet(figure, path, (5.4, 1.9), caption) as paper:
        axes = paper.add_subplot()
        axes.barh(range(len(values)), values, 0.6, color=colours["weight"])
        axes.set_yticks(range(len(values)), parts)
        axes.set(xlim=(0, 1), ylim=(len(values) - 0.5, -0.5), xlabel=PAPER["axis"])
        axes.spines[["top", "right"]].set_visible(False)
        paper.subplots_adjust(left=0.2)
