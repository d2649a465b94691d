"""The earliest step at which each state can be computed: recurrent layers (one or both directions), and attention."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.figures.panels import by, choice, matrix, picture, row, text
from lessons.sequences.figures.moments import words as say
from lessons.sequences.measure.moments import KINDS

LAYERS, FROM = (1, 2, 3), "lessons.sequences.measure.moments"


def moments(words: Sequence[str]) -> Figure:
    """Return the figure: each state of a sentence appears from its step on."""
    names, last, count = labels(list(words)), {}, len(words)
    # Of the longest: both directions.
    every = np.arange(1, LAYERS[-1] * count + 1, dtype=np.float32)
    arrays = {"now": Array(every, "moment", "the moments", FROM)}
    for (kind, of), layers in product(KINDS.items(), LAYERS):
        begun = of(count, layers).numpy()[::-1]  # (row, word), with the first layer at the bottom
        origin = "the moment of each state", f"{FROM}.{of.__name__}"
        seen = np.where(begun <= every[:, None, None], begun, -np.inf).astype(np.float32)
        done = (begun == every[:, None, None]).sum((1, 2)).astype(np.float32)
        shown = {"row": say.rows(kind, layers), "word": names}
        arrays[f"{kind} {layers}"] = Array(seen, "moment row word", *origin, shown)
        arrays[f"{kind} {layers} done"] = Array(done, "moment", *origin)
        last[kind, layers] = int(begun.max()), int(of(2 * count, layers).max())

    def each(of):
        return by(
            "ways", [by("layers", [of(way, layers) for layers in LAYERS]) for way in say.WAYS]
        )

    def drawn(key: str, kind: str) -> list[dict]:
        rows = by("layers", [say.rows(kind, layers) for layers in LAYERS])
        style = {
            "hue": "query",
            "full": "now[moment]",
            "cells": (15, 30),
            "legend": None,
            "tip": say.TIP,
        }
        return [text(say.TITLES[kind], "label", done=f"{key} {{layers}} done[moment]:0"),
                matrix(f"{key} {{layers}}[moment, :, :]:0", rows, names, **style)]  # fmt: skip

    choices = [
        choice("ways", say.CHOICES["ways"], [*say.WAYS.values()], values=[*say.WAYS], keys="w"),
        choice("layers", say.CHOICES["layers"], values=LAYERS, opens=3, keys="↑↓"),
        choice("moment", say.CHOICES["moment"], each(lambda *at: [str(k + 1) for k in range(last[at][0])]),
               control="slider", keys="←→", opens=5),
    ]  # fmt: skip
    panels = [
        by("ways", [row(drawn("{ways}", way), drawn("attention", "attention")) for way in say.WAYS]),
        text(each(lambda *at: say.VERDICT.format(count, 2 * count, *last[at], *last["attention", at[1]])), "verdict"),
        text(by("ways", [*say.WHY.values()]), "told"),
    ]  # fmt: skip
    return picture("moments", say.TITLE, choices, panels, arrays, say.ORIGIN, "moment", 700)
