"""A walk on a ring of eight places: before each step a coin is tossed, heads one place on, tails one back.

Nobody can know a coin before it falls. So the bits that any model must pay which reads only what came
before are known exactly: whatever goes below them has seen the answer.
"""

import math
import random
from dataclasses import dataclass

from transformer.tasks.characters import CharacterTask
from transformer.tasks.custom.text import example
from transformer.tasks.task import Split, Task

PLACES = tuple("abcdefgh")
STEPS = 23
LENGTH = STEPS + 1  # letters of a row
TRAIN, HELD_OUT = 8000, 1000


@dataclass(frozen=True)
class WalkTask(CharacterTask):
    """Rows of letters to go on with; nothing is given with them."""

    family = "decoder_only"
    unit = "letter"


def floor(position: int) -> float:
    """The bits that nobody can save for the letter at a position, counted from 0; END is at position LENGTH.

    The first letter is any of eight, END always stands at the same position, all others are a coin.
    """
    return math.log2(len(PLACES)) if position == 0 else 0.0 if position == LENGTH else 1.0


def floor_of_rows() -> float:
    """The same on average over a row, END included, as the bits on a card are counted."""
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
