"""Next-character prediction in the English sentences of our own grammar."""

import random

from transformer.tasks import english_french
from transformer.tasks.custom.pairs import MOST_HELD_OUT
from transformer.tasks.custom.pieces import characters
from transformer.tasks.custom.refused import Refused
from transformer.tasks.custom.text import TextTask, as_text, example
from transformer.tasks.task import Split


def build(seed: int = 0) -> TextTask:
    """Return the task; its sentences are generated on first use."""

    def make() -> Split:
        # Built here instead of read from a cached property: until Python 3.12 two threads could deadlock.
        train, held_out = english_french.build(seed).make()
        lines = [" ".join(e.source) for e in (*train, *held_out)]
        # A random split, because the translation task's held-out sentences are of another kind.
        random.Random(seed).shuffle(lines)
        examples = tuple(example(characters(line)) for line in lines)
        return examples[MOST_HELD_OUT:], examples[:MOST_HELD_OUT]

    shown = english_french.EXAMPLES
    return TextTask("language_model", "Next character", shown, make, characters, as_text, Refused())
