"""BERT, GPT, BART and T5 side by side: which stacks each has, and who may look at whom in them.

Each is built of this project's own layers with random weights, and reads one short text
(`transformer/measure/same_parts.py`).
"""

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import bracketed, labels
from lessons.figures.panels import matrix, picture, row, text
from lessons.figures.same_parts import words as say
from transformer.measure.cost import sizes
from transformer.measure.same_parts import MADE, layer_parts, seen

ENCODER, DECODER, CROSS = KINDS = ("encoder", "decoder", "cross")
CALLED = {"self": ENCODER}  # BERT's only map is its encoder's


def same_parts() -> Figure:
    """The models of `transformer.measure.same_parts.MADE`, a column each."""
    arrays: dict[str, Array] = {}
    grid = [[_of(name, kind, arrays) for name in MADE] for kind in KINDS]
    heads = [
        [text(say.HEAD.format(name=name, year=year) + _size(name)), *_stacks(name)]
        for name, (year, *_) in MADE.items()
    ]
    learns = [[text(say.LEARNS.format(what=what))] for what in say.LEARNED.values()]
    lines = (heads, *([[one] for one in line] for line in grid), learns)
    panels = [*(row(*line, least=760) for line in lines), text(say.ABOUT, "caption")]
    return picture("same_parts", say.TITLE, [], panels, arrays)


def _of(name: str, kind: str, arrays: dict[str, Array]) -> dict:
    """One attention of one model, or that it has none."""
    found = {CALLED.get(one, one): drawn for one, drawn in seen(name).items()}
    if kind not in found:
        return text(say.WITHOUT[kind], "label")
    weights, *sides = found[kind]
    rows, columns = (labels([bracketed(word) for word in side]) for side in sides)
    looks = weights.numpy().copy()
    looks[looks == 0] = np.nan  # what may not be seen has no weight
    made, named = "transformer.measure.same_parts.seen", {"row": rows, "column": columns}
    arrays[f"{name}.{kind}"] = Array(looks, "row column", "weights", made, named)
    look = {"title": say.KINDS[kind], "tip": say.TIP, "weights": True, "cells": (10, 16)}
    return matrix(f"{name}.{kind}[:, :]", rows, columns, **look)


def _size(name: str) -> str:
    """Of those whose published sizes our own layers make exactly."""
    known = {
        "BERT": sizes.bert_base,
        "GPT": lambda: sum(sizes.counted(sizes.PUBLISHED["GPT"][1]).values()),
    }
    return say.SIZE[name].format(count=f"{known[name]():,}") if name in known else ""


def _stacks(name: str) -> list[dict]:
    """What a layer of each stack is made of, as the model's own modules are called."""
    return [
        text(say.STACK.format(stack=stack, parts=", ".join(map(say.part, parts))), "label")
        for stack, parts in layer_parts(name).items()
    ]
