"""Where the loss of a training falls fastest."""

from typing import Any

import numpy as np

WIDTH = 0.05  # the cliff: the largest fall of the mean loss from one such share of the steps to the next
SKIPPED = 0.1  # … after this share of the steps, in which the loss of a fresh model always falls


def cliff_of(loss: np.ndarray) -> dict[str, Any] | None:
    """The step at which the mean loss of `WIDTH` of the steps falls most to that of as many after it."""
    width = max(3, round(WIDTH * len(loss)))
    if len(loss) < 2 * width + round(SKIPPED * len(loss)) + 1:
        return None
    sums = np.concatenate(([0.0], np.cumsum(loss, dtype=np.float64)))
    means = (sums[width:] - sums[:-width]) / width  # of the `width` steps from each step on
    fall = means[:-width] - means[width:]
    first = round(SKIPPED * len(loss))
    at = first + int(fall[first:].argmax())
    if fall[at] <= 0:
        return None
    before, after = float(means[at]), float(means[at + width])
    return {"step": at + width, "width": width, "before": before, "after": after}
