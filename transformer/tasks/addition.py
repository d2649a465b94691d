"""Addition: 347+285 → 0632. Three digits each, four in the sum, most significant digit first.

To write a digit, the model must know the carry from the digits to its right, which it writes later. The known
alignment is the digit of the first number at the same place (for the leading digit of the sum: the hundreds,
which decide it).
"""

import random

from transformer.tasks.characters import CharacterTask
from transformer.tasks.task import Example, Split, Task

TRAIN, HELD_OUT = 20000, 1000
ALIGNMENT = (0, 0, 1, 2)  # of each digit of the sum, in the first number


def build(seed: int = 0) -> Task:
    def make() -> Split:
        pairs = random.Random(seed).sample(range(1000 * 1000), TRAIN + HELD_OUT)
        made = tuple(example(*divmod(pair, 1000)) for pair in pairs)
        return made[:TRAIN], made[TRAIN:]

    shown = ("347+285", "999+001", "500+499", "123+456", "008+017")
    return CharacterTask("addition", "Addition", shown, make)


def example(first: int, second: int) -> Example:
    """Return two numbers below 1000 and their sum, digit by digit."""
    return Example(tuple(f"{first:03}+{second:03}"), tuple(f"{first + second:04}"), ALIGNMENT)
