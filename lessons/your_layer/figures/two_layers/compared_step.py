"""What both layers did in one step in one part of the model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from lessons.figures.kit.figure import Array
from lessons.figures.kit.labels import labels
from lessons.your_layer.measure import two_layers as measure
from lessons.your_layer.measure.two_layers import Listing, StepComparison

SIDES = ("a", "b", "d")  # of one layer, of the other, their difference
WORDS = ("query", "key", "position")  # axes along which there are words
Along = Callable[[str, str], list[str]]  # the path of a layer, an axis → its labels


@dataclass(frozen=True)
class ComparedStep:
    """One step of both layers in one part of the model."""

    place: str
    path: str
    comparison: StepComparison
    arrays: dict[str, Array]  # by side

    def name(self, side: str) -> str:
        return f"{self.place} {self.comparison.name} {side}"

    def numbers(self, side: str, index: str, digits: int = 2) -> str | None:
        """Return the numbers of one side in the chosen head, as panels name them; None if there are none."""
        if side not in self.arrays:
            return None
        head = "head, " * (self.arrays[side].values.ndim == 3)
        return f"{self.name(side)}[{head}{index}]:{digits}"

    def listings(self, side: str) -> Sequence[Listing]:
        step = {"a": self.comparison.first, "b": self.comparison.second}[side]
        return step.listings if step else ()

    @property
    def labels(self) -> list[list[dict]]:
        """Return the labels of rows and columns, from the first layer that has the step."""
        return list(next(iter(self.arrays.values())).labels.values())

    @property
    def heads(self) -> int:
        array = next(iter(self.arrays.values()))
        return dict(zip(array.axes.split(), array.values.shape, strict=True)).get("head", 1)

    @property
    def scale(self) -> float:
        """Return the largest finite absolute value in both: the end of the step's colour scale."""
        both = [self.arrays[side].values for side in "ab" if side in self.arrays]
        return float(max(np.abs(v[np.isfinite(v)]).max(initial=0.0) for v in both)) or 1.0

    @property
    def farthest(self) -> tuple[int, ...]:
        """Return head, row and column of the cell with the largest difference, counted from 1."""
        if "d" not in self.arrays:
            return 1, 1, 1
        away = np.abs(self.arrays["d"].values)
        away = away[None] if away.ndim == 2 else away
        at = np.unravel_index(np.nan_to_num(away, nan=0.0, posinf=0.0).argmax(), away.shape)
        return tuple(int(k) + 1 for k in at)


def arrays_of(path: str, comparison: StepComparison, words: Along) -> dict[str, Array]:
    """Return the values of each side in a step, and their difference."""
    arrays, probe = {}, f"{path}.{comparison.name}"
    for side, step in zip(SIDES, (comparison.first, comparison.second), strict=False):
        if step is not None:
            values = np.ascontiguousarray(step.values, np.float32)
            sizes = list(zip(step.axes.split(), values.shape, strict=True))[-2:]
            named = {axis: _labels(axis, size, path, words) for axis, size in sizes}
            arrays[side] = Array(values, step.axes, probe, labels=named)
    if comparison.difference is not None:
        both = measure.difference(comparison.first.values, comparison.second.values)
        arrays["d"] = Array(both, comparison.first.axes, probe, f"{measure.__name__}.difference")
    return arrays


def _labels(axis: str, count: int, path: str, words: Along) -> list[dict]:
    """Return words if an axis counts words; numbers if it counts dimensions."""
    if axis in WORDS and (names := words(path, axis)):
        return labels(names)
    every = max(1, -(-count // 8))  # eight numbers are readable, sixty-four are not
    shown = {n: str(n) if n == 1 or n % every == 0 else "" for n in range(1, count + 1)}
    return [{"label": label, "full": str(n), "unknown": False} for n, label in shown.items()]
