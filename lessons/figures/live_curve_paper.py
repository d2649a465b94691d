"""The four curves of a training on paper."""

from pathlib import Path

from lessons.figures.figure import Figure
from lessons.figures.live_curve_words import PAPER, WORDS
from lessons.figures.paper import sheet


def write(figure: Figure, path: Path) -> None:
    """Loss with its floor, exact match, learning rate, gradient norms; over the steps."""
    header, arrays = figure.header, {n: a.values for n, a in figure.arrays.items()}
    ink = header["palette"]["light"]
    caption = f"{header['title']}. {WORDS['origin'].format(run=header['run'])}"
    with sheet(figure, path, (8.4, 5.2), caption) as paper:
        (loss, exact), (rate, norms) = paper.subplots(2, 2)
        loss.plot(arrays["step"], arrays["loss"], color=ink["weight"], lw=1)
        loss.axhline(header["floor"], color=ink["soft"], ls="--", lw=1)
        loss.set_ylim(bottom=0)
        exact.plot(arrays["measured"], 100 * arrays["exact"], ".-", color=ink["good"], lw=1)
        exact.set_ylim(0, 100)
        rate.plot(arrays["step"], arrays["rate"], color=ink["query"], lw=1)
        for number, part in enumerate(header["parts"]):
            colour = ink[f"part_{number % 8}"]
            norms.plot(
                arrays["measured"], arrays["norms"][:, number], color=colour, lw=1, label=part
            )
        if header["parts"]:
            norms.legend(frameon=False, fontsize=5.5)
        for name, axes in (("loss", loss), ("exact", exact), ("rate", rate), ("norms", norms)):
            axes.set_ylabel(PAPER[name])
            axes.set_xlabel(PAPER["step"])
            axes.spines[["top", "right"]].set_visible(False)
