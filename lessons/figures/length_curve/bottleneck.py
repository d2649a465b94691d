"""Copying accuracy by length, for models that keep a string in one state and one with attention."""

from collections.abc import Sequence

import numpy as np

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.length_curve import outcome, over_length
from lessons.figures.length_curve import words as say

LONGEST = 12  # letters; none of them copies longer strings
TRAINED = 10
NEVER = 2 * LONGEST  # no length answers the page's question


def bottleneck(models: Sequence) -> Figure:
    """Draw one curve per model from its card; all models do the same task."""
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
        how = say.READERS["looks" if hasattr(config, "decoder") else config.source]
        title = say.READERS["trained"].format(title=how, steps=model.card["steps"])
        rows = [outcome(model, example) for example in examples]
        schemes.append({"name": model.name, "title": title, "rows": rows})
    arrays["length"] = Array(np.array(lengths, np.float32), "length", card)
    inputs, right = ([list(getattr(e, side)) for e in examples] for side in ("source", "target"))
    return over_length(
        say.READERS["title"], arrays, schemes, [e["sentences"] for e in held_out], inputs, right, 8,
        TRAINED, say.WORDS | say.READER_WORDS, NEVER, down=0.25, height=280,
    )  # fmt: skip
