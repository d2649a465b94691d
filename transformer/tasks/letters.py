"""Tasks on short strings of letters, with an exact answer and an exact alignment."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from transformer.tasks.task import Example, Split, Task, without_punctuation

LETTERS = tuple("abcdefghijklmnop")
SHORTEST, LONGEST = 2, 10
TRAIN, HELD_OUT = 8000, 1000


Row = tuple[str, ...]
Order = Callable[[Row], tuple[int, ...]]  # the source position of each target letter


@dataclass(frozen=True)
class LetterTask(Task):
    """A task in which each letter is a word, whether or not spaces are typed between them."""

    order: Order

    def split(self, text: str) -> list[str]:
        return [c for c in without_punctuation(text.lower()) if not c.isspace()]

    def of_length(self, length: int, count: int = 200, seed: int = 1) -> tuple[Example, ...]:
        """Return strings that do not occur in training: the held-out ones of that length or, for a length
        outside training, `count` new ones."""
        if SHORTEST <= length <= LONGEST:
            return tuple(e for e in self.held_out if len(e.source) == length)
        rng = random.Random(f"{seed} {length}")
        return tuple(
            _example(tuple(rng.choices(LETTERS, k=length)), self.order) for _ in range(count)
        )


def letter_task(name: str, title: str, order: Order, seed: int) -> LetterTask:
    """Build a task of random strings of letters, copied in the given order."""

    def make() -> Split:
        rows = _different_rows(TRAIN + HELD_OUT, random.Random(seed))
        made = tuple(_example(row, order) for row in rows)
        return made[:TRAIN], made[TRAIN:]

    shown = ("a b c d e f", "d e c a f", "a a b b a a", "p o n m l k j i h g", "f a d e")
    return LetterTask(name, title, shown, make, order)


def _example(row: Row, order: Order) -> Example:
    places = order(row)
    return Example(row, tuple(row[i] for i in places), places)


def _different_rows(count: int, rng: random.Random) -> list[Row]:
    """Generate different strings. All lengths are equally likely, except that there are only a few short
    strings."""
    rows: dict[Row, None] = {}  # a dict keeps the order, a set would not
    while len(rows) < count:
        length = rng.randint(SHORTEST, LONGEST)
        rows[tuple(rng.choices(LETTERS, k=length))] = None
    shuffled = list(rows)
    rng.shuffle(shuffled)
    return shuffled
