"""The accuracy of four heads by number of labels: frozen, fine-tuned, head first, and from scratch.

The numbers ship with the project; `python -m lessons.finetuning.measure.finetuning` measures them again.
"""

from collections.abc import Mapping
from statistics import fmean
from typing import Any

import numpy as np

from lessons.figures.kit.chart import Panel, axis, chart, level, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import by, choice, column, picture, reveals_answer, table, text
from lessons.finetuning.figures.few_labels import words as say
from transformer.measure.statistics import interval_of_mean

MEASURED = "lessons.finetuning.measure.finetuning.measured"
BESIDE = {
    "frozen": 0.96,
    "tuned": 0.987,
    "head_first": 1.014,
    "scratch": 1.041,
}  # so that no interval hides another


def few_labels(measurements: Mapping[str, Any]) -> Figure:
    """Build the figure from the result of `lessons.finetuning.measure.finetuning.measured`."""
    counts, tasks, arrays = measurements["labels"], list(measurements["tasks"]), {}

    def store(name: str, values: Any) -> None:
        """Store one number per count; intervals become one line with gaps."""
        axes, line = "point" if name.endswith("ends") else "count", np.array(values, np.float32)
        arrays[name] = Array(line.ravel(), axes, "head.scores", MEASURED)

    for way, beside in BESIDE.items():
        # A vertical line for each count: its lower end, its upper end, and a gap.
        store(f"{way} x", [n * beside for n in counts])
        store(f"{way} ends", [[n * beside, n * beside, np.nan] for n in counts])
    for task in tasks:
        for way, scores in measurements["tasks"][task]["scores"].items():
            store(f"{task} {way}", [fmean(scores_of_count) for scores_of_count in scores])
            store(
                f"{task} {way} ends",
                [[*clipped_interval(scores_of_count), np.nan] for scores_of_count in scores],
            )
    rows = list(say.WAYS.values())

    def cells(write: Any) -> dict[str, Any]:
        """Write one text per way, by head and number of labels."""
        return by("head", [by("count", [[write(measurements["tasks"][task]["scores"][way][at]) for way in say.WAYS]
                                        for at in range(len(counts))]) for task in tasks])  # fmt: skip

    shown = [
        reveals_answer(table("", rows, [
            column(say.COLUMNS[1], cells(lambda values: f"{fmean(values):.1%}")),
            column(say.COLUMNS[2], cells(lambda values: "{:.1%} – {:.1%}".format(*clipped_interval(values)))),
            column(say.COLUMNS[3], cells(lambda values: " · ".join(f"{score:.1%}" for score in values)), hue="soft"),
        ])),
        text(say.ORIGIN.format(seeds=len(measurements["seeds"]), tests=measurements["tests"], steps=measurements["steps"]), "caption"),
    ]  # fmt: skip
    choices = [
        choice("head", say.HEAD, [say.HEADS[task] for task in tasks], paths=tasks, keys="↑↓"),
        choice("count", say.COUNT, [str(n) for n in counts], keys="←→", opens=2),
    ]
    panels = by("head", [[accuracy_panel(task, measurements)] for task in tasks])
    return picture("few_labels", say.TITLE, choices, shown, arrays,
                   chart=chart(panels, height=330, redraws=("head",), picks=""))  # fmt: skip


def accuracy_panel(task: str, measurements: Mapping[str, Any]) -> Panel:
    """Draw the curves with their intervals, and the baselines."""
    curves = []
    for way, title in say.WAYS.items():
        hue = say.HUES[way]
        curves.append(trace(f"{task} {way}[:]", f"{way} x[:]", name=title, colour=hue, wide=2.6, dots=7, reads=".1%"))  # fmt: skip
        curves.append(trace(f"{task} {way} ends[:]", f"{way} ends[:]", colour=hue, wide=1.4, quiet=True))  # fmt: skip
    lines = [level(measurements["tasks"][task]["constant"], say.CONSTANT, below=task != "span")]
    if task == "tags":
        lines.append(level(measurements["word_alone"], say.WORD, below=True))
    across = axis(say.COUNT, powers=True, at=measurements["labels"])
    return panel(say.CHART[task], across, axis("", -0.02, 1.03, ticks=".0%"), curves, lines=lines, veiled=0, reads="closest")  # fmt: skip


def clipped_interval(scores: list[float]) -> tuple[float, float]:
    """Compute the interval of the mean, cut to 0–100%."""
    low, high = interval_of_mean(scores)
    return max(0.0, low), min(1.0, high)
