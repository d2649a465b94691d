"""Statistics on trial: the student's two functions, asked for numbers."""

import math
from collections.abc import Sequence
from pathlib import Path
from statistics import NormalDist

from lessons.kit.exercise import Functions, returned
from transformer.measure.statistics import compare, interval

Z = 1.96


def real_interval(right: int, count: int, z: float = Z) -> tuple[float, float]:
    """The machine's interval, asked with z in place of the confidence."""
    return interval(right, count, 2 * NormalDist().cdf(z) - 1)


def real_chance(first: Sequence[bool], second: Sequence[bool]) -> float:
    """The machine's p-value."""
    return compare(first, second).chance


def answers(both: int, only_first: int, only_second: int, neither: int = 0) -> tuple[list, list]:
    """What two models got right, with so many sentences of each kind, well mixed."""
    pairs = [(True, True)] * both + [(False, False)] * neither
    pairs += [(True, False)] * only_first + [(False, True)] * only_second
    pairs = pairs[::2] + pairs[1::2]  # their order must not matter
    return [a for a, _ in pairs], [b for _, b in pairs]


class Student(Functions):
    """Someone's `interval` and `chance`."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {"interval": real_interval, "chance": real_chance}

    def interval(self, *arguments) -> tuple[float, float]:
        """The student's interval; `Failed` where it is not two numbers."""
        got = self.found["interval"](*arguments)
        if not isinstance(got, Sequence) or len(got) != 2 or isinstance(got, str):
            what = returned(got) if got is None else f"returned {got!r}"
            raise self.failed("interval", f"interval {what}", "two numbers: low, high")
        return self._number("interval", got[0]), self._number("interval", got[1])

    def chance(self, first: list, second: list) -> float:
        """The student's p-value; `Failed` where it is no number."""
        return self._number("chance", self.found["chance"](list(first), list(second)))

    def _number(self, name: str, got) -> float:
        try:
            value = float(got)
        except (TypeError, ValueError):
            raise self.failed(name, f"{name} {returned(got)}", "a number") from None
        if not math.isfinite(value):
            raise self.failed(name, f"{name} returned {value}", "a number")
        return value
