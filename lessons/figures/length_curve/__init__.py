"""Longer than trained: the same task with positions marked in different ways, over the length.

The curves are the held-out scores on the models' cards; the rows of letters are run here, by each
model's own greedy decoding, on rows that no training saw.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.figures.kit import palette
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.length_curve import words as say
from transformer.measure.answer import written
from transformer.weights import Trained

HUES = ("query", "key", "value", "weight", "ink", "soft")  # one curve each, of the palette


def length_curve(models: Sequence, trained_to: int) -> Figure:
    """One curve a model; all do the same task, trained on rows of at most `trained_to` letters."""
    for model in models:
        if "by_length" not in model.card["held_out"]:
            raise ValueError(
                f"the card of {model.name} has no scores by length: its task has no rows of a length"
            )
    lengths = [entry["length"] for entry in models[0].card["held_out"]["by_length"]]
    task = models[0].task
    examples = [task.of_length(length)[0] for length in lengths]
    arrays, schemes = {}, []
    for model, hue in zip(models, HUES, strict=False):
        by_length = model.card["held_out"]["by_length"]
        scores = [np.nan if e["exact_match"] is None else e["exact_match"] for e in by_length]
        card = f"card of {model.name}, held_out.by_length"
        arrays[model.name] = Array(
            np.array(scores, np.float32), "length", card, labels={"length": lengths}
        )
        schemes.append(
            {
                "name": model.name,
                "title": say.SCHEMES.get(model.model.config.position, model.name),
                "hue": hue,
                "rows": [outcome(model, example) for example in examples],
            }
        )
    header = {
        "title": say.TITLE.format(task=task.title.lower()),
        "lengths": lengths,
        "counts": [entry["sentences"] for entry in models[0].card["held_out"]["by_length"]],
        "trained": trained_to,
        "given": [list(example.source) for example in examples],
        "right": [list(example.target) for example in examples],
        "schemes": schemes,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": {"length": trained_to},
    }
    return Figure("length_curve", header, arrays)


def outcome(trained: Trained, example) -> dict[str, Any]:
    """What a model writes for one row, or the sentence with which it refuses it."""
    most = 2 * len(example.source) + 2  # an output that never ends is cut off here
    try:
        tokens = written(trained, trained.source_vocabulary.encode(example.source), most)
    except ValueError as refused:
        return {"letters": [], "refused": str(refused)}
    return {"letters": list(trained.target_vocabulary.decode(tokens)), "refused": ""}


def validate_choice(figure: Figure, start: dict[str, Any]) -> dict[str, Any]:
    """Check the length at which the figure opens."""
    lengths = figure.header["lengths"]
    if start["length"] not in lengths or isinstance(start["length"], bool):
        given = start["length"]
        raise ValueError(f"length must be from {lengths[0]} to {lengths[-1]}, got {given!r}")
    return start
