"""How many letters fit in a state of 16 to 128 dimensions: a control experiment at convergence, by length."""

import numpy as np

from lessons.figures.kit.chart import axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.length_curve import HUES
from lessons.figures.length_curve import words as say
from lessons.figures.length_curve.bottleneck import LONGEST
from lessons.figures.panels import picture, text
from transformer.measure.controls import Table

FROM = "transformer.measure.controls.read"


def capacity(control: Table) -> Figure:
    """Draw one curve per state size: the mean of the seeds."""
    arrays, curves = {}, []
    by_size = sorted(control.arms().items(), key=lambda arm: int(arm[0].split()[0]))
    for (arm, (steps, *_)), hue in zip(by_size, HUES, strict=False):
        runs = control.runs_of(arm, steps)
        by_length = [
            [e for e in run.held_out["by_length"] if e["length"] <= LONGEST] for run in runs
        ]
        lengths = [e["length"] for e in by_length[0]]
        scores = np.array([[e["exact_match"] for e in run] for run in by_length], np.float32)
        arrays[arm] = Array(scores.mean(0), "length", "logits", FROM, {"length": lengths})
        curves.append(trace(arm, "length", name=arm, colour=hue, dots=6, reads=".0%"))
    arrays["length"] = Array(np.array(lengths, np.float32), "length", "letters", FROM)
    shares = panel(
        f"**{say.CAPACITY['share']}**",
        axis(say.WORDS["letters"]),
        axis("", 0, 1.03, ticks=".0%"),
        curves,
    )
    about = text(say.CAPACITY["about"].format(steps=steps, seeds=len(runs)), "caption")
    return picture("length_curve", say.CAPACITY["title"], [], [about], arrays, say.CAPACITY["origin"], chart=chart([shares], height=300))  # fmt: skip
