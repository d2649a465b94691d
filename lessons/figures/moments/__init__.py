"""What the wait of each state for the one before it costs: the moment at which it can be there, and a step by the clock."""

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np

from lessons.figures.kit.chart import axis, chart, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import labels
from lessons.figures.kit.numbers import rounded
from lessons.figures.moments import words as say
from lessons.figures.panels import by, choice, matrix, picture, row, text
from transformer.measure.cost import training_step as step
from transformer.measure.recurrent.moments import KINDS

LAYERS, HUES = (1, 2, 3), {"gru": "key", "attention": "weight"}
FROM, STEP = "transformer.measure.recurrent.moments", "transformer.measure.cost.training_step"


def moments(words: Sequence[str]) -> Figure:
    """Of a sentence each state, seen from its moment on."""
    names, last, count = labels(list(words)), {}, len(words)
    every = np.arange(1, LAYERS[-1] * count + 1, dtype=np.float32)  # of the longest: both ways
    arrays = {"now": Array(every, "moment", "the moments", FROM)}
    for (kind, of), layers in product(KINDS.items(), LAYERS):
        found = of(count, layers).numpy()[::-1]  # (row, word), the first layer below
        given = "the moment of each state", f"{FROM}.{of.__name__}"
        seen = np.where(found <= every[:, None, None], found, -np.inf).astype(np.float32)
        done = (found == every[:, None, None]).sum((1, 2)).astype(np.float32)
        shown = {"row": say.rows(kind, layers), "word": names}
        arrays[f"{kind} {layers}"] = Array(seen, "moment row word", *given, shown)
        arrays[f"{kind} {layers} done"] = Array(done, "moment", *given)
        last[kind, layers] = int(found.max()), int(of(2 * count, layers).max())

    def each(of):
        return by(
            "ways", [by("layers", [of(way, layers) for layers in LAYERS]) for way in say.WAYS]
        )

    def drawn(key: str, kind: str) -> list[dict]:
        rows = by("layers", [say.rows(kind, layers) for layers in LAYERS])
        look = {
            "hue": "query",
            "full": "now[moment]",
            "cells": (15, 30),
            "legend": None,
            "tip": say.TIP,
        }
        return [text(say.TITLES[kind], "label", done=f"{key} {{layers}} done[moment]:0"),
                matrix(f"{key} {{layers}}[moment, :, :]:0", rows, names, **look)]  # fmt: skip

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


def seconds(found: Mapping[str, Sequence[float]]) -> Figure:
    """`found`: what `transformer.measure.cost.training_step.milliseconds` gives."""
    arrays = {name: Array(np.array(of, np.float32), "words", "the layers", STEP) for name, of in {**found, "words": step.WORDS}.items()}  # fmt: skip
    lines = [trace(kind, "words", name=say.NAMES[kind], colour=hue, dots=7, reads=".3~g") for kind, hue in HUES.items()]  # fmt: skip
    across = axis(say.CHOICES["words"], powers=True, at=list(step.WORDS))
    shown = chart([panel(f"**{say.MILLISECONDS}**", across, axis(powers=True), lines)], height=260)
    about = say.CLOCK.format(width=step.WIDTH, rows=step.ROWS, passes=step.PASSES)
    return picture("moments", say.STEP, [], [text(verdict(found), "verdict"), text(about, "caption")], arrays, chart=shown)  # fmt: skip


def verdict(found: Mapping[str, Sequence[float]]) -> str:
    """How both grow from the shortest sentence to the longest, and which one is faster there."""
    first, last = step.WORDS[0], step.WORDS[-1]
    fast, slow = sorted(HUES, key=lambda kind: found[kind][-1])
    grown = {kind: rounded(times[-1] / times[0]) for kind, times in found.items()}
    ratio = rounded(found[slow][-1] / found[fast][-1])
    return say.GROWN.format(
        times=last // first, first=first, last=last, **grown, faster=say.NAMES[fast], ratio=ratio
    )
