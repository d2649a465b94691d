"""Rows copied by models that keep all of a row in one state, and by one that looks back: over the length."""

from collections.abc import Sequence

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.length_curve import outcome, over_length
from lessons.figures.length_curve import words as say

LONGEST = 12  # letters; none of them copies longer rows
TRAINED = 10
ASKED_FROM = 8.5  # of longer rows the page asks


def bottleneck(models: Sequence) -> Figure:
    """One curve a model, of the scores on its card; all do the same task."""
    arrays, schemes = {}, []
    held_out = [e for e in models[0].card["held_out"]["by_length"] if e["length"] <= LONGEST]
    lengths, task = [entry["length"] for entry in held_out], models[0].task
    examples = [task.of_length(length)[0] for length in lengths]
    for model in models:
        scores = [e["exact_match"] for e in model.card["held_out"]["by_length"][: len(lengths)]]
        card = f"card of {model.name}, held_out.by_length"
        labels = {"length": lengths}
        arrays[model.name] = Array(np.array(scores, np.float32), "length", card, labels=labels)
        config = model.model.config
        title = say.READERS["looks" if hasattr(config, "decoder") else config.source]
        rows = [outcome(model, example) for example in examples]
        schemes.append({"name": model.name, "title": title, "rows": rows})
    arrays["length"] = Array(np.array(lengths, np.float32), "length", card)
    given, right = ([list(getattr(e, side)) for e in examples] for side in ("source", "target"))
    return over_length(
        say.READERS["title"], arrays, schemes, [e["sentences"] for e in held_out], given, right, 8,
        TRAINED, say.WORDS | say.READER_WORDS, ASKED_FROM, down=0.25, height=280,
    )  # fmt: skip
