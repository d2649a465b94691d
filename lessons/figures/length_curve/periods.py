"""Rows that repeat: the same chart, over the length of a round instead of the length of a row."""

from collections.abc import Sequence

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.length_curve import over_length
from lessons.figures.length_curve import words as say
from transformer.measure.attention.copying import ROWS, Period

SHOWN = 30  # places of the row that is printed
UNKNOWN = "·"  # stands for a first round, which nobody can know


def period_curve(measured: Sequence[tuple]) -> Figure:
    """`measured`: models, each with what `transformer.measure.attention.copying.by_period` found of it."""
    periods: list[Period] = measured[0][1]
    arrays, schemes = {}, []
    for model, found in measured:
        function = "transformer.measure.attention.copying.by_period"
        scores = np.array([one.right for one in found], np.float32)
        arrays[model.name] = Array(scores, "period", "logits", function)
        layers, trained_on = model.model.config.decoder_layers, model.task.periods
        title = say.PERIODS["fixed" if len(trained_on) == 1 else "drawn"].format(
            layers=layers, s="s" * (layers > 1), period=trained_on[0]
        )
        rows = [{"letters": _hidden(one, one.said), "refused": ""} for one in found]
        schemes.append({"name": model.name, "title": title, "rows": rows})
    lengths = np.array([one.period for one in periods], np.float32)
    arrays["length"] = Array(lengths, "period", "transformer.tasks.induction: periods")
    given = [list(one.row[:SHOWN]) for one in periods]
    right = [_hidden(one, one.row) for one in periods]
    return over_length(
        say.PERIODS["title"], arrays, schemes, [ROWS] * len(periods), given, right, 16,
        measured[0][0].task.periods[-1], say.WORDS | say.PERIOD_WORDS, 0, down=0.25,  # below the curves at the top
    )  # fmt: skip


def _hidden(one: Period, row: Sequence[str]) -> list[str]:
    """The first characters of a row, the first round hidden."""
    return [UNKNOWN if place < one.period else row[place] for place in range(SHOWN)]
