"""Two trainings on paper: loss over loss, score over score."""

from pathlib import Path

from lessons.figures.figure import Figure
from lessons.figures.paper import sheet
from lessons.figures.training_pair_words import PAPER, WORDS


def write(figure: Figure, path: Path) -> None:
    """Two charts; each run has its colour in both."""
    header, arrays = figure.header, {n: a.values for n, a in figure.arrays.items()}
    ink = header["palette"]["light"]
    names = {"first": header["runs"][0]["run"], "second": header["runs"][1]["run"]}
    caption = WORDS["origin"].format(**names)
    with sheet(figure, path, (8.4, 3.4), caption) as paper:
        loss, exact = paper.subplots(1, 2)
        for run, name in zip(header["runs"], "ab", strict=True):
            hue = ink[run["hue"]]
            loss.plot(
                arrays[f"step {name}"], arrays[f"loss {name}"], color=hue, lw=1, label=run["run"]
            )
            exact.plot(
                arrays[f"measured {name}"], 100 * arrays[f"exact {name}"], ".-", color=hue, lw=1
            )
            loss.axhline(run["floor"], color=hue, ls="--", lw=0.8)
        loss.set(ylabel=PAPER["loss"], xlabel=PAPER["step"], ylim=(0, None))
        exact.set(ylabel=PAPER["exact"], xlabel=PAPER["step"], ylim=(0, 100))
        loss.legend(frameon=False)
        for axes in (loss, exact):
            axes.spines[["top", "right"]].set_visible(False)
