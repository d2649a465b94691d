"""What a part contributes: the whole model, the part switched off, and a model trained without it, on the
same held-out sentences. `ablations` measures one model, `statistics` tests the difference."""

import numpy as np

from lessons.ablations.measure.ablations import Measured, measure, removal_of, switched_off
from transformer.measure.answer import must_write
from transformer.measure.statistics import compare
from transformer.objectives.batch import Batch
from transformer.training import vocabularies
from transformer.weights import Trained

SENTENCES = 1000


def batch_of(trained: Trained, sentences: int = SENTENCES) -> Batch:
    """Return the first held-out sentences of a model's task. Raises `ValueError` for a model that generates
    nothing."""
    must_write(trained.model)
    return Batch.from_examples(trained.task.held_out[:sentences], *vocabularies(trained.task))


def measure_all(
    trained: Trained,
    removal: str,
    batch: Batch,
    head: int = 0,
    without: Trained | None = None,
    whole: Measured | None = None,
) -> dict[str, Measured | None]:
    """Measure the whole model, the model with a part off, and the model trained without it.

    `whole` is the result of `measure` for the whole model, if it is already known; with the mask on, it need
    not be recomputed. None: no such column.
    """
    part, off = removal_of(removal), None
    whole = whole or measure(trained.model, batch)
    if part.off:
        with switched_off(trained.model, removal, **({"head": head} if removal == "head" else {})):
            off = measure(trained.model, batch, part.recomputes)
    other = measure(without.model, batch, part.recomputes) if without is not None else None
    return {"whole": whole, "off": off, "without": other}


def verdict(whole: Measured, other: Measured) -> str:
    """Return "better", "same", "worse" or "broken", by the paired test on the same sentences."""
    paired = compare(whole.right, other.right)
    if not paired.differ:
        return "same"
    if paired.only_second > paired.only_first:
        return "better"
    return "broken" if sum(other.right) < sum(whole.right) / 2 else "worse"


def changed_outputs(whole: Measured, other: Measured) -> list[int]:
    """Return the sentences with a different output."""
    width = max(whole.tokens.shape[1], other.tokens.shape[1])
    first, second = (
        np.pad(m.tokens.numpy(), ((0, 0), (0, width - m.tokens.shape[1]))) for m in (whole, other)
    )
    return np.flatnonzero((first != second).any(1)).tolist()
