"""Scores over length on paper: one curve a scheme, and where training ended."""

from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.figures.length_curve.words import PAPER, WORDS


def write(figure: Figure, path: Path) -> None:
    """All curves, named in a legend; a model that refuses longer rows has a cross at its end."""
    header, colours = figure.header, figure.header["palette"]["light"]
    names = ", ".join(scheme["name"] for scheme in header["schemes"])
    caption = f"{PAPER['caption'].format(trained=header['trained'])} {WORDS['origin'].format(names=names)}"
    with sheet(figure, path, (8.4, 4), caption) as paper:
        axes = paper.add_subplot()
        for scheme in header["schemes"]:
            scores = figure.arrays[scheme["name"]].values
            ink = colours[scheme["hue"]]
            style = "--" if scheme["hue"] == "soft" else "-"
            axes.plot(
                header["lengths"], 100 * scores, style, color=ink, marker=".", label=scheme["title"]
            )
            known = [k for k, score in enumerate(scores) if score == score]
            if known and known[-1] + 1 < len(scores):
                axes.plot(
                    header["lengths"][known[-1]], 100 * scores[known[-1]], "x", color=ink, ms=9
                )
        axes.axvline(header["trained"] + 0.5, color=colours["soft"], ls=":", lw=1)
        axes.text(header["trained"] + 0.7, 96, WORDS["beyond"], color=colours["soft"])
        axes.set_xlabel(WORDS["letters"])
        axes.set_ylabel(f"{WORDS['share']} (%)")
        axes.legend(frameon=False, loc="center right")
        axes.spines[["top", "right"]].set_visible(False)
