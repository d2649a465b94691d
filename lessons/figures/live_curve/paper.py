"""The four curves of a training on paper."""

import math
from pathlib import Path

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.paper import sheet
from lessons.figures.kit.run_scores import USUAL
from lessons.figures.live_curve.words import PAPER, PAPER_BLEU, PAPER_OTHER, PAPER_TEXT, WORDS

LABEL = {"ha": "right", "fontsize": 6.5}


def write(figure: Figure, path: Path) -> None:
    """Loss with its floor, exact match, learning rate, gradient norms; over the steps."""
    header, arrays = figure.header, {n: a.values for n, a in figure.arrays.items()}
    ink = header["palette"]["light"]
    caption = f"{header['title']}. {WORDS['origin'].format(run=header['run'])}"
    words = PAPER | (PAPER_TEXT if "bits" in arrays else PAPER_BLEU if "bleu" in arrays else {})
    if "bits" not in arrays and header["score"] != USUAL:
        words = words | {n: text.format(name=header["score"]) for n, text in PAPER_OTHER.items()}
    with sheet(figure, path, (8.4, 5.2), caption) as paper:
        (loss, exact), (rate, norms) = paper.subplots(2, 2)
        loss.plot(arrays["step"], arrays["loss"], color=ink["weight"], lw=1)
        loss.axhline(header["floor"], color=ink["soft"], ls="--", lw=1)
        loss.set_ylim(bottom=0)
        if "bits" in arrays:
            held_out = math.log(2) * arrays["bits"]
            loss.plot(arrays["measured"], held_out, ".-", color=ink["good"], lw=1)
        for yardstick, va in zip(header["yardsticks"], ("bottom", "top"), strict=False):
            loss.axhline(yardstick["value"], color=ink["soft"], ls="--", lw=1)
            loss.text(loss.get_xlim()[1], yardstick["value"], yardstick["label"], va=va, **LABEL)
        exact.plot(arrays["measured"], 100 * arrays["score"], ".-", color=ink["good"], lw=1)
        if "bleu" in arrays:
            exact.plot(arrays["measured"], arrays["bleu"], ".--", color=ink["key"], lw=1)
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
            axes.set_ylabel(words[name])
            axes.set_xlabel(PAPER["step"])
            axes.spines[["top", "right"]].set_visible(False)
