"""A random walk on a ring of eight places: each step is a coin toss, heads one place forward, tails one place
back.

A coin toss cannot be predicted. So the lower bound, in bits, for any model that reads only earlier letters is
known exactly: a model below it has seen the answer.
"""

import math
import random
from dataclasses import dataclass

from transformer.tasks.characters import CharacterTask
from transformer.tasks.custom.text import example
from transformer.tasks.task import Split, Task

PLACES = tuple("abcdefgh")
STEPS = 23
LENGTH = STEPS + 1  # letters of a string
TRAIN, HELD_OUT = 8000, 1000


@dataclass(frozen=True)
class WalkTask(CharacterTask):
    """Strings of letters to continue, without a source."""

    family = "decoder_only"
    unit = "letter"


def floor(position: int) -> float:
    """Return the lower bound in bits for the letter at a position, counted from 0; END is at position LENGTH.

    The first letter is any of eight, END is always at the same position, and all other letters are one coin
    toss.
    """
    return math.log2(len(PLACES)) if position == 0 else 0.0 if position == LENGTH else 1.0


def floor_of_rows() -> float:
    """Return the mean lower bound over a string, END included, as the bits on a card are counted."""
    return sum(map(floor, range(LENGTH + 1))) / (LENGTH + 1)


def build(seed: int = 0) -> Task:
    shown = ("abcdedcbabcd", "hgfedcbabcde", "aba", "dedede", "cbahghabcd")
    return WalkTask("walk", "A walk by coin", shown, lambda: _split(seed))


def _split(seed: int) -> Split:
    rng = random.Random(seed)
    rows: dict[tuple[str, ...], None] = {}  # a dict keeps the order, a set would not
    while len(rows) < TRAIN + HELD_OUT:
        places = [rng.randrange(len(PLACES))]
        for _ in range(STEPS):
            places.append((places[-1] + rng.choice((1, -1))) % len(PLACES))
        rows[tuple(PLACES[place] for place in places)] = None
    examples = tuple(map(example, rows))
    return examples[:TRAIN], examples[TRAIN:]
