"""Wall-clock time of a training step by length: our GRU loop, and an encoder layer of the same width."""

from collections.abc import Mapping, Sequence

import numpy as np

from lessons.figures.cost_curves import words as say
from lessons.figures.kit.chart import axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.numbers import rounded
from lessons.figures.panels import picture, text
from transformer.measure.cost import training_step as step

HUES = {"gru": "key", "attention": "weight"}


def seconds(milliseconds: Mapping[str, Sequence[float]]) -> Figure:
    """Build the figure. `milliseconds`: the result of `transformer.measure.cost.training_step.milliseconds`."""
    arrays = {name: Array(np.array(of, np.float32), "words", "the layers", step.__name__) for name, of in {**milliseconds, "words": step.WORDS}.items()}  # fmt: skip
    lines = [trace(kind, "words", name=say.LAYERS[kind], colour=hue, dots=7, reads=".3~g") for kind, hue in HUES.items()]  # fmt: skip
    across = axis(say.WORDS, powers=True, at=list(step.WORDS))
    shown = chart([panel(say.STEP_MILLISECONDS, across, axis(powers=True), lines)], height=260)
    about = say.STEP_ABOUT.format(width=step.WIDTH, rows=step.ROWS, passes=step.PASSES)
    return picture("cost_curves", say.STEP, [], [text(verdict(milliseconds), "verdict"), text(about, "caption")], arrays, chart=shown)  # fmt: skip


def verdict(milliseconds: Mapping[str, Sequence[float]]) -> str:
    """Say how both times grow from the shortest to the longest sentence, and which one is faster there."""
    first, last = step.WORDS[0], step.WORDS[-1]
    fast, slow = sorted(HUES, key=lambda kind: milliseconds[kind][-1])
    grown = {kind: rounded(times[-1] / times[0]) for kind, times in milliseconds.items()}
    ratio = rounded(milliseconds[slow][-1] / milliseconds[fast][-1])
    return say.STEP_GROWN.format(
        times=last // first, first=first, last=last, **grown, faster=say.LAYERS[fast], ratio=ratio
    )
