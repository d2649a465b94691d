"""Compare attention with the known alignment: as the model used it, and with each row one step early."""

from collections.abc import Mapping

import numpy as np

from lessons.alignment.figures.alignment_shift import words as say
from lessons.alignment.measure.alignment import OFFSETS, Shift
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import (
    bars,
    by,
    choice,
    column,
    picture,
    reveals_answer,
    row,
    table,
    text,
)

HERE = "lessons.alignment.measure.alignment.shift"
ON_IT = OFFSETS.index(0)


def alignment_shift(measured: Mapping[str, Shift], titles: Mapping[str, str]) -> Figure:
    """Build the figure from the results of `shift` by model, and the title of each model."""
    names, arrays = list(measured), {}
    probe = "the weights of the last attention from target to source"
    for name, model_shift in measured.items():
        weight = model_shift.weight.numpy()  # (rows, offset)
        rest = 1 - weight.sum(1, keepdims=True)
        places = {"place": [*say.OFFSETS, say.ELSEWHERE]}
        arrays[f"{name}.weight"] = Array(
            np.hstack((weight, rest)), "rows place", probe, HERE, places
        )
        arrays[f"{name}.by_place"] = Array(model_shift.by_place[ON_IT].numpy(), "word", probe, HERE)
    peaks = np.stack(
        [model_shift.peak[:, ON_IT].numpy() for model_shift in measured.values()], 1
    )  # (rows, model)
    exact = np.array([model_shift.exact for model_shift in measured.values()], np.float32)
    arrays |= {
        "peak": Array(peaks, "rows model", probe, HERE, {"model": names}),
        "exact": Array(exact, "model", "logits", "transformer.objectives.scores.exact_match"),
    }
    early = by("rows", [False, True])
    choices = [
        choice("model", say.MODEL, [titles[name] for name in names], values=names, keys="↑↓"),
        choice("rows", say.NOTED, [*say.ROWS.values()], values=[*say.ROWS], keys="←→"),
    ]
    lengths = [
        [str(n + 1) for n in range(model_shift.by_place.shape[1])]
        for model_shift in measured.values()
    ]
    panels = [
        reveals_answer(text(by("rows", [*say.TOLD.values()]), "told"), early),
        row(
            [
                reveals_answer(
                    bars(
                        "{model}.weight[rows, :]",
                        [*say.OFFSETS, say.ELSEWHERE],
                        title=say.WEIGHT,
                        full=1,
                    ),
                    early,
                ),
                bars(
                    "{model}.by_place[:]",
                    by("model", lengths),
                    title=say.PLACES,
                    full=1,
                    hue="query",
                ),
            ],
            [
                text(say.ALL, "head"),
                table(
                    say.MODEL,
                    by("model", [_model_rows(names, titles, now) for now in names]),
                    [
                        column(say.EXACT, "exact[:]:3"),
                        column(say.PEAK, "peak[0, :]:2"),
                        reveals_answer(column(say.EARLY, "peak[1, :]:2")),
                    ],
                ),
                text(by("model", [say.ABOUT[name] for name in names])),
            ],
            widths="330px auto",
            least=760,
        ),
    ]
    counts = {model_shift.places for model_shift in measured.values()}
    origin = say.ORIGIN.format(least=min(counts), most=max(counts))
    return picture("alignment_shift", say.TITLE, choices, panels, arrays, origin)


def _model_rows(names: list[str], titles: Mapping[str, str], now: str) -> list[dict]:
    """Build the rows of the table; the chosen model is marked."""
    looks = {name: "named" if name == now else "" for name in names}
    return [{"label": titles[n], "full": titles[n], "look": looks[n]} for n in names]
