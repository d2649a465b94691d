"""Repeats: random characters, and then the same characters again and again: x7ap x7ap x7ap …

The first period cannot be predicted. From the second on, every character is the one that followed the same
position of the previous period. The length of the period is random for each line; with a constant period, a
model can learn to attend to a fixed distance, and nothing else.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from transformer.tasks.custom.pieces import characters
from transformer.tasks.custom.refused import Refused
from transformer.tasks.custom.text import TextTask, as_text
from transformer.tasks.task import Example, Split

SYMBOLS = tuple("abcdefghijklmnopqrstuvwxyz234567")
LENGTH = 48
PERIODS, FIXED = range(8, 21), 12
TRAIN, HELD_OUT = 8000, 1000


@dataclass(frozen=True)
class RepeatTask(TextTask):
    """Next-character prediction; from the second period on, exactly one answer is correct."""

    periods: tuple[int, ...] = tuple(PERIODS)

    def of_period(self, period: int, count: int, seed: int = 1) -> tuple[Example, ...]:
        """Generate new lines of one period, whether or not it occurs in training."""
        rng = random.Random(f"{seed} {period}")
        return tuple(line(rng, period) for _ in range(count))


def build(seed: int = 0) -> RepeatTask:
    return _task("induction", "Repeats", PERIODS, seed)


def fixed(seed: int = 0) -> RepeatTask:
    return _task("induction_fixed", f"Repeats, every {FIXED}", (FIXED,), seed)


def line(rng: random.Random, period: int, length: int = LENGTH) -> Example:
    """Generate one line. `alignment` is the position of the same character one period earlier, −1 in the
    first."""
    round_ = rng.choices(SYMBOLS, k=period)
    before = tuple(max(position - period, -1) for position in range(length))
    return Example((), tuple(round_[position % period] for position in range(length)), before)


def _task(name: str, title: str, periods: Sequence[int], seed: int) -> RepeatTask:
    def make() -> Split:
        rng = random.Random(seed)
        made = [line(rng, rng.choice(periods)) for _ in range(TRAIN + HELD_OUT)]
        return tuple(made[:TRAIN]), tuple(made[TRAIN:])

    rng = random.Random("shown")
    shown = tuple(as_text(list(line(rng, rng.choice(periods), 32).target)) for _ in range(5))
    return RepeatTask(name, title, shown, make, characters, as_text, Refused(), tuple(periods))


TASKS = {"induction": build, "induction_fixed": fixed}
