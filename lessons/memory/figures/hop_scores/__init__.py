"""Accuracy of a memory network by hops and needed facts, with and without temporal encoding;
also the baselines and the fact that each hop attends to.

All numbers come from the model cards or are counted on the same held-out stories.
"""

from collections.abc import Mapping

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import (
    by,
    choice,
    column,
    matrix,
    picture,
    reveals_answer,
    row,
    table,
    text,
)
from lessons.memory.figures.hop_scores import words as say
from lessons.memory.measure.guessing import GUESSES
from transformer.weights import Trained

GUESSED = "lessons.memory.measure.guessing.guesses"
MOST = 3  # hops, and needed facts


def hop_scores(
    trained_models: Mapping[tuple[bool, int, int], Trained], guesses: Mapping[int, dict[str, float]]
) -> Figure:
    """Return the figure. `trained_models`: (with times, hops, needed facts) → the model; `guesses`: needed facts → the
    accuracy of each baseline."""
    accuracy = np.full((2, MOST, MOST), -np.inf, np.float32)  # (time, hops, needed)
    looks = np.full((2, MOST, MOST, MOST, MOST), -np.inf, np.float32)  # (…, hop, fact)
    for (time, hops, needed), model in trained_models.items():
        held_out, at = model.card["held_out"], (int(not time), hops - 1, needed - 1)
        accuracy[at] = held_out["accuracy"]
        looks[at][:hops, :needed] = held_out["on_needed"]
    blind = np.array(
        [[guesses[n + 1][guess] for guess in GUESSES] for n in range(MOST)], np.float32
    )
    compared = np.concatenate(
        (accuracy[..., None], np.broadcast_to(blind, (2, MOST, MOST, len(GUESSES)))), axis=-1
    )
    on_card = "cards, held_out.{}".format
    arrays = {
        "accuracy": Array(accuracy, "time hops needed", on_card("accuracy")),
        "looks": Array(looks, "time hops needed hop fact", on_card("on_needed")),
        "compared": Array(compared, "time hops needed who", on_card("accuracy"), GUESSED),
    }
    choices = [
        choice("time", say.TIME, say.TIMES, keys="t"),
        choice("hops", say.HOPS, say.HOP, keys="↑↓", control="tiles"),
        choice("needed", say.NEEDED, say.FACT, keys="←→", opens=2, control="tiles"),
    ]
    stories = len(next(iter(trained_models.values())).task.held_out)
    who = [say.MODEL, *(say.GUESSES[guess] for guess in GUESSES)]
    panels = [
        row(
            [
                matrix("accuracy[time, :, :]", say.HOP, say.FACT, ("hops", "needed"), title=say.GRID, tip=say.TIP,
                       weights=True, full=1, cells=(34, 62)),
                reveals_answer(matrix("looks[time, hops, needed, :, :]", say.LOOKS, say.NTH, title=say.LOOK, tip=say.LOOK_TIP,
                       weights=True, full=1, cells=(24, 34), legend=say.NOT_THERE)),
            ],
            [
                text(say.COMPARED, "label"),
                reveals_answer(table("", who, [column(say.RIGHT, "compared[time, hops, needed, :]:3", bar=True)])),
                text(by("needed", say.TASKS), "told"),
            ],
            widths="380px auto",
        ),
        text(say.ORIGIN.format(stories=stories), "caption"),
    ]  # fmt: skip
    return picture("hop_scores", say.TITLE, choices, panels, arrays)
