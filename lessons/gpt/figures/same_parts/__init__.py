"""BERT, GPT, BART and T5 side by side: their stacks and attention masks; below, twelve models by year.

Each of the four is built from this project's own layers with random parameters, and reads one short text
(`lessons/gpt/measure/same_parts.py`).
"""

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import bracketed, labels
from lessons.figures.panels import column, matrix, picture, row, table, text
from lessons.gpt.figures.same_parts import words as say
from lessons.gpt.measure.same_parts import MADE, PUBLISHED, first_layer_attention, layer_parts
from transformer.measure.cost import sizes

ENCODER, DECODER, CROSS = KINDS = ("encoder", "decoder", "cross")
CALLED = {"self": ENCODER}  # BERT's only map is its encoder's


def same_parts() -> Figure:
    """Build the figure of the models in `lessons.gpt.measure.same_parts.MADE`, one column each."""
    arrays: dict[str, Array] = {}
    grid = [[_attention_panel(name, kind, arrays) for name in MADE] for kind in KINDS]
    heads = [
        [text(say.HEAD.format(name=name, year=year) + _size(name)), *_stacks(name)]
        for name, (year, *_) in MADE.items()
    ]
    learns = [[text(say.LEARNS.format(what=what))] for what in say.LEARNED.values()]
    lines = (heads, *([[panel] for panel in line] for line in grid), learns)
    panels = [
        text(say.MODELS),
        _by_year(arrays),
        text(say.PRINTED, "caption"),
        *(row(*line, least=760) for line in lines),
        text(say.ABOUT, "caption"),
    ]
    return picture("same_parts", say.TITLE, [], panels, arrays)


def _by_year(arrays: dict[str, Array]) -> dict:
    """Return the published models in the order of their papers."""
    models = PUBLISHED.values()
    powers = np.log10([model.parameters for model in models]).astype(np.float32)
    made = "lessons.gpt.measure.same_parts.PUBLISHED"
    arrays["power"] = Array(powers, "model", "parameters", made, {"model": list(PUBLISHED)})
    texts = [
        [model.when for model in models],
        [say.STACKS[model.stacks] for model in models],
        [model.sizes for model in models],
        [f"{model.parameters / 1e6:,.0f} M" for model in models],
    ]
    learned = [list(each) for each in zip(*(say.TRAINED[name] for name in PUBLISHED), strict=True)]
    columns = [column(title, cells) for title, cells in zip(say.COLUMNS, texts, strict=False)]
    columns.append(column(say.COLUMNS[4], "power[:]:1", bar=True))
    columns += [
        column(t, cells, hue="soft") for t, cells in zip(say.COLUMNS[5:], learned, strict=True)
    ]
    return table(say.MODEL, list(PUBLISHED), columns)


def _attention_panel(name: str, kind: str, arrays: dict[str, Array]) -> dict:
    """Return one attention of one model, or say that it has none."""
    attentions = {
        CALLED.get(kind_, kind_): drawn for kind_, drawn in first_layer_attention(name).items()
    }
    if kind not in attentions:
        return text(say.WITHOUT[kind], "label")
    weights, *sides = attentions[kind]
    rows, columns = (labels([bracketed(word) for word in side]) for side in sides)
    looks = weights.numpy().copy()
    looks[looks == 0] = np.nan  # a masked position has no weight
    made, named = (
        "lessons.gpt.measure.same_parts.first_layer_attention",
        {"row": rows, "column": columns},
    )
    arrays[f"{name}.{kind}"] = Array(looks, "row column", "weights", made, named)
    look = {"title": say.KINDS[kind], "tip": say.TIP, "weights": True, "cells": (10, 16)}
    return matrix(f"{name}.{kind}[:, :]", rows, columns, **look)


def _size(name: str) -> str:
    """Return the size of models whose published size our own layers reproduce exactly."""
    counted = {
        "BERT": sizes.bert_base,
        "GPT": lambda: sum(sizes.parameters_by_part(sizes.PUBLISHED["GPT"][1]).values()),
    }
    return say.SIZE[name].format(count=f"{counted[name]():,}") if name in counted else ""


def _stacks(name: str) -> list[dict]:
    """Return the parts of a layer of each stack, by the names of the model's modules."""
    return [
        text(say.STACK.format(stack=stack, parts=", ".join(map(say.part_name, parts))), "label")
        for stack, parts in layer_parts(name).items()
    ]
