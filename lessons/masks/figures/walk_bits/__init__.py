"""The cost in bits of each letter of a random walk for two models, and the floor for a model that cannot look ahead.

All bits are measured on held-out sequences; the floor follows from the task.
"""

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.panels import (
    by,
    choice,
    curve,
    curves,
    picture,
    reveals_answer,
    sentence,
    text,
)
from lessons.masks.figures.walk_bits import words as say
from lessons.masks.measure.coins import ROWS, bits
from transformer.weights import Trained

MODELS = {"honest": "query", "cheat": "negative"}  # and the hue of each
MEASURED = "lessons.masks.measure.coins.bits"


def walk_bits(honest: Trained, cheat: Trained) -> Figure:
    """Return the figure of two trained models of the task "walk"; the second one may attend ahead."""
    letters, arrays = [*honest.task.held_out[0].target, say.END], {}
    for name, trained in zip(MODELS, (honest, cheat), strict=True):
        measured = bits(trained)
        for how in say.HOW:
            value, place = getattr(measured, how).numpy(), {"place": letters}
            arrays[f"{name}.{how}"] = Array(value, "place", "logits", MEASURED, place)
            arrays[f"{name}.{how}.mean"] = Array(np.float32(value.mean()), "", "logits", MEASURED)
    floor = measured.floor.numpy()
    arrays["floor"] = Array(floor, "place", "logits", "transformer.tasks.walk.floor")
    arrays["floor.mean"] = Array(np.float32(floor.mean()), "", "logits", "transformer.tasks.walk.floor")  # fmt: skip
    means = {name: f"{name}.{{how}}.mean[]:3" for name in MODELS} | {"floor": "floor.mean[]:3"}
    shown = [
        *(curve(f"{name}.{{how}}[:]", say.MODELS[name], hue, mean=means[name]) for name, hue in MODELS.items()),
        curve("floor[:]", say.FLOOR, "ink", dash="6 4", mean=means["floor"]),
    ]  # fmt: skip
    answers = by("how", [how == "alone" for how in say.HOW])
    panels = [
        reveals_answer(
            curves(by("how", [*say.CHART.values()]), shown, range(1, len(letters) + 1), say.AXIS),
            answers,
        ),
        reveals_answer(text(by("how", [*say.TOLD.values()]), "verdict", **means), answers),
        text(say.ROW, "caption"),
        sentence("", letters),
    ]
    choices = [choice("how", say.GIVEN, [*say.HOW.values()], values=[*say.HOW], keys="←→")]
    return picture("walk_bits", say.TITLE, choices, panels, arrays, say.ORIGIN.format(rows=ROWS))
