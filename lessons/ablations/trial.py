"""Statistics on trial: the student's two functions, found in their file and asked for numbers."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import NormalDist

from lessons.kit import checking
from lessons.kit.checking import Failed
from transformer.measure import statistics

EXERCISE = Path(__file__).with_name("exercise.py")
NAMES = ("interval", "chance")
Z = 1.96


def real_interval(right: int, count: int, z: float = Z) -> tuple[float, float]:
    """The machine's interval, asked with z in place of the confidence."""
    return statistics.interval(right, count, 2 * NormalDist().cdf(z) - 1)


def real_chance(first: Sequence[bool], second: Sequence[bool]) -> float:
    """The machine's p-value."""
    return statistics.compare(first, second).chance


def answers(both: int, only_first: int, only_second: int, neither: int = 0) -> tuple[list, list]:
    """What two models got right, with so many sentences of each kind, well mixed."""
    pairs = [(True, True)] * both + [(False, False)] * neither
    pairs += [(True, False)] * only_first + [(False, True)] * only_second
    pairs = pairs[::2] + pairs[1::2]  # their order must not matter
    return [a for a, _ in pairs], [b for _, b in pairs]


class Student:
    """Someone's `interval` and `chance`; `None` stands for those in exercise.py as now on disk.

    Who brings only one of them gets the real other one beside it.
    """

    def __init__(self, interval: Callable | None = None, chance: Callable | None = None):
        self.in_file = interval is None and chance is None
        self.found = {"interval": interval or real_interval, "chance": chance or real_chance}
        mine = getattr(interval or chance, "__code__", None)
        self.file = mine.co_filename if mine and not self.in_file else str(EXERCISE)

    def find(self) -> None:
        """Load the functions; `Failed` where one is missing."""
        if not self.in_file:
            return
        module = checking.load_file(EXERCISE)
        for name in NAMES:
            self.found[name] = getattr(module, name, None)
            if not callable(self.found[name]):
                missing = self.found[name] is None
                saw = f"there is no function {name}" if missing else f"{name} is no function"
                expected = f"def {name}(…), as in the stub"
                raise Failed(saw, expected, look_at=checking.shown(self.file))

    def interval(self, *arguments) -> tuple[float, float]:
        """The student's interval; `Failed` where it is not two numbers."""
        got = self.found["interval"](*arguments)
        if not isinstance(got, Sequence) or len(got) != 2 or isinstance(got, str):
            what = "nothing; it needs a return" if got is None else repr(got)
            look_at = self.line("interval")
            raise Failed(f"interval returned {what}", "two numbers: low, high", look_at=look_at)
        return self._number("interval", got[0]), self._number("interval", got[1])

    def chance(self, first: list, second: list) -> float:
        """The student's p-value; `Failed` where it is no number."""
        return self._number("chance", self.found["chance"](list(first), list(second)))

    def line(self, name: str) -> str:
        """Where the student's function begins, for "look at"."""
        code = getattr(self.found[name], "__code__", None)
        if code is None:
            return checking.shown(self.file)
        return checking.place(code.co_filename, code.co_firstlineno, f"def {name}(…)")

    def _number(self, name: str, got) -> float:
        try:
            value = float(got)
        except (TypeError, ValueError):
            what = "nothing; it needs a return" if got is None else f"a {type(got).__name__}"
            raise Failed(f"{name} returned {what}", "a number", look_at=self.line(name)) from None
        if not math.isfinite(value):
            raise Failed(f"{name} returned {value}", "a number", look_at=self.line(name))
        return value
