"""Print drafting: each forward pass of the target is a row of symbols."""

from pathlib import Path

from lessons.decoding.figures.drafting.words import PAPER
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet

INK = {"accepted": "good", "refused": "negative", "more": "ink", "unread": "hatch"}


def write(figure: Figure, path: Path) -> None:
    """Draw symbols in rows; a rejected one is struck out, with its replacement beside it."""
    header, colours = figure.header, figure.header["palette"]["light"]
    labels, rounds, places = header["labels"], header["rounds"], iter(header["places"])
    widest = max(rounds) + 1
    numbers = {**header["summary"], **header["setting"]}
    caption = PAPER["caption"].format(title=header["title"], model=header["model"], **numbers)
    with sheet(figure, path, (0.5 * widest + 2, 0.28 * len(rounds) + 0.7), caption) as paper:
        axes = paper.add_subplot()
        axes.set(xlim=(-0.5, widest), ylim=(len(rounds) - 0.4, -0.6))
        axes.set_axis_off()
        for row, count in enumerate(rounds):
            call = header["words"]["call"].format(number=row + 1)
            axes.text(-0.6, row, call, ha="right", va="center", color=colours["soft"])
            for column in range(count):
                place = next(places)
                shown = place["written"] if place["outcome"] == "more" else place["drafted"]
                ink = colours[INK[place["outcome"]]]
                axes.text(column, row, labels[shown], ha="center", va="center", color=ink)
                if place["outcome"] == "refused":
                    axes.plot([column - 0.2, column + 0.2], [row, row], color=ink, lw=1)
                    new = labels[place["written"]]
                    axes.text(
                        column + 0.38, row, new, ha="center", va="center", color=colours["ink"]
                    )
