"""√d_k on paper: the gradient that is left, over d_k, divided and not."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.figures.root_d.words import PAPER, WORDS


def write(figure: Figure, path: Path) -> None:
    """Both curves, on a scale of powers of ten."""
    header, colours = figure.header, figure.header["palette"]["light"]
    caption = PAPER["caption"].format(title=header["title"], cited=header["words"]["cited"])
    with sheet(figure, path, (6.4, 3), caption) as paper:
        axes = paper.add_subplot()
        for way, hue, style in (("plain", "negative", "-"), ("divided", "weight", "--")):
            exponents = figure.arrays[f"{way}.exponent"].values
            axes.plot(
                range(len(exponents)),
                exponents,
                style,
                color=colours[hue],
                marker=".",
                label=WORDS[way],
            )
        axes.set_xticks(range(len(header["sizes"])), header["sizes"])
        axes.set_xlabel(WORDS["size"])
        axes.set_ylabel("log₁₀")
        axes.legend(frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
