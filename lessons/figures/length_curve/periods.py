"""Repeating strings: the same chart by period instead of string length."""

from collections.abc import Sequence

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.length_curve import over_length
from lessons.figures.length_curve import words as say
from transformer.measure.attention.copying import ROWS, Period

SHOWN = 30  # positions of the printed string
UNKNOWN = "·"  # replaces the first round, which is random


def period_curve(measured: Sequence[tuple]) -> Figure:
    """Build the figure. `measured`: models with their results of `transformer.measure.attention.copying.by_period`."""
    periods: list[Period] = measured[0][1]
    arrays, schemes = {}, []
    for model, results in measured:
        function = "transformer.measure.attention.copying.by_period"
        scores = np.array([period.right for period in results], np.float32)
        arrays[model.name] = Array(scores, "period", "logits", function)
        layers, trained_on = model.model.config.decoder_layers, model.task.periods
        title = say.PERIODS["fixed" if len(trained_on) == 1 else "drawn"].format(
            layers=layers, s="s" * (layers > 1), period=trained_on[0]
        )
        rows = [{"letters": _hidden(period, period.predicted), "refused": ""} for period in results]
        schemes.append({"name": model.name, "title": title, "rows": rows})
    lengths = np.array([period.period for period in periods], np.float32)
    arrays["length"] = Array(lengths, "period", "transformer.tasks.induction: periods")
    inputs = [list(period.row[:SHOWN]) for period in periods]
    right = [_hidden(period, period.row) for period in periods]
    return over_length(
        say.PERIODS["title"], arrays, schemes, [ROWS] * len(periods), inputs, right, 16,
        measured[0][0].task.periods[-1], say.WORDS | say.PERIOD_WORDS, 0, down=0.25,  # below the curves at the top
    )  # fmt: skip


def _hidden(period: Period, row: Sequence[str]) -> list[str]:
    """Return the first characters of a string, with the first round hidden."""
    return [UNKNOWN if place < period.period else row[place] for place in range(SHOWN)]
