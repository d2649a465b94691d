"""LayerNorm by hand on paper: all steps of one vector, with one divisor."""

from pathlib import Path

from lessons.figures.four_numbers import WIDE
from lessons.figures.four_numbers.words import PAPER
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet


def write(figure: Figure, path: Path) -> None:
    """The vector and the divisor that `figure.at(vector=…, rule=…)` chose."""
    header, start = figure.header, figure.header["start"]
    at = start["vector"] - 1, start["rule"] - 1
    rule, colours = header["rules"][at[1]], header["palette"]["light"]
    caption = PAPER["caption"].format(
        title=header["title"], vector=header["vectors"][at[0]], formula=rule["formula"], who=rule["who"]
    )  # fmt: skip
    with sheet(figure, path, (7, 2.4), caption) as paper:
        axes = paper.add_subplot()
        for row, step in enumerate(header["steps"]):
            values = figure.arrays[step["name"]].values[at]
            label = rule["formula"] if step["name"] == "divisor" else step["label"]
            axes.text(0.42, row, label, ha="right", va="center", color=colours["soft"])
            numbers = values if step["name"] in WIDE else [values]
            for column, value in enumerate(numbers):
                text = f"{value:.4g}".replace("-", "−")
                axes.text(0.52 + 0.14 * column, row, text, ha="center", va="center", size=9)
        axes.set(xlim=(0, 1.05), ylim=(len(header["steps"]) - 0.5, -0.5))
        axes.set_axis_off()
