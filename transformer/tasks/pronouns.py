"""Pronouns: a sentence with *it* → the noun to which *it* refers. "… because it was too tired" → animal.

A translation model gets *il* and *elle* right without any attention from *it* to its noun. Here the noun
itself is the answer. Whole pairs of nouns are held out, animal and street among them, so training contains
nothing about the two together.
"""

import random
from collections import Counter
from collections.abc import Iterable

from transformer.tasks.english_french import EXAMPLES, EnglishFrench, it, two_nouns_of
from transformer.tasks.task import Example, Split, Task

DRAWN, HELD_OUT = 8500, 1000
OFTEN = 20  # minimum count of a word in all sentences
FAMOUS = ("animal", "street")


class PronounTask(EnglishFrench):
    """A task that is typed as English → French; the answer is one English word."""

    languages = ("en", "en")
    translates = False

    def join(self, words: Iterable[str]) -> str:
        return " ".join(words)


def build(seed: int = 0) -> Task:
    shown = (*EXAMPLES[:2], *(" ".join(e.source) for e in _drawn(random.Random(seed), 4)))
    return PronounTask("pronouns", "What does “it” mean?", shown, lambda: _split(seed))


def _split(seed: int) -> Split:
    rng = random.Random(seed)
    examples = _drawn(rng, DRAWN)
    often = Counter(word for e in examples for word in e.source)
    examples = [e for e in examples if all(often[word] >= OFTEN for word in e.source)]
    of_pair: dict[tuple[str, ...], list[Example]] = {}
    for e in examples:
        of_pair.setdefault(two_nouns_of(e) or (), []).append(e)
    pairs = sorted(of_pair.keys() - {FAMOUS})
    rng.shuffle(pairs)
    held_out = list(of_pair[FAMOUS])
    train: list[Example] = []
    for pair in pairs:
        (held_out if len(held_out) < HELD_OUT else train).extend(of_pair[pair])
    rng.shuffle(train)
    return tuple(map(_answered, train)), tuple(map(_answered, held_out[:HELD_OUT]))


def _drawn(rng: random.Random, count: int) -> list[Example]:
    """Sample `count` different sentences with two possible nouns."""
    drawn = {e.source: e for e in it.TIRED_OR_WIDE}
    while len(drawn) < count:
        example = it.two_nouns(rng)
        drawn.setdefault(example.source, example)
    return list(drawn.values())


def _answered(example: Example) -> Example:
    assert example.referent, "each of these sentences has an *it*"
    position = example.referent[1]
    noun = (example.source[position],)
    return Example(example.source, noun, (position,), example.referent, example.distractor)
