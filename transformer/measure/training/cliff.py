"""Find the plateau of a training loss, and its steepest fall."""

from typing import Any

import numpy as np

WIDTH = 0.05  # the cliff: the largest fall of the mean loss from one such fraction of the steps to the next
SKIPPED = 0.1  # … after this fraction of the steps, in which the loss of a fresh model always falls
LEVEL = 0.05  # the plateau: a stretch in which no mean is more than this fraction above another
# … which lasts at least this fraction of the steps, and after which the loss falls by half
LONG = 0.15


def cliff_of(loss: np.ndarray) -> dict[str, Any] | None:
    """Return the step with the largest fall of the mean loss from `WIDTH` of the steps before it to as many
    after it."""
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


def plateau_of(loss: np.ndarray) -> dict[str, Any] | None:
    """Return the longest stretch of steps in which the mean loss of `WIDTH` of the steps stays level, and the
    step at which it has fallen to half of the plateau's value. None where there is no such stretch."""
    width, least = max(3, round(WIDTH * len(loss))), round(LONG * len(loss))
    if len(loss) < 2 * width:
        return None
    # The mean of `width` steps, for each first step.
    means = np.convolve(loss, np.full(width, 1 / width), "valid")
    plateau: dict[str, Any] | None = None
    for first in range(round(SKIPPED * len(loss)), len(means) - least):
        low, high = (each.accumulate(means[first:]) for each in (np.minimum, np.maximum))
        level = int((high <= (1 + LEVEL) * low).argmin()) or len(low)  # as many means are level
        rest = means[first + level :] <= means[first : first + level].mean() / 2
        long = level + width - 1  # in steps
        if rest.any() and long >= max(least, plateau["long"] + 1 if plateau else 0):
            halved = first + level + int(rest.argmax()) + width
            plateau = {"first": first + 1, "last": first + long, "long": long, "width": width}
            plateau |= {
                "low": float(low[level - 1]),
                "high": float(high[level - 1]),
                "halved": halved,
            }
    return plateau
