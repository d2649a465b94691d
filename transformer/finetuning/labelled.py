"""Texts with labels for the four heads, all of them from the grammar of discourses, which knows what is true.

    pair      the old queen is in the library [SEP] he reads the letter → person: “he” is not the queen
    sentence  the old queen is in the library → female
    span      the [MASK] is in the library [SEP] the old queen is in the library → positions 10 to 11: “old queen”
    tags      today she reads the new letter → when who does what what what

The body knows 58 words and no “who”, so a question is the sentence with a gap in it.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from transformer.tasks.discourses import (
    ADJECTIVES,
    KINDS,
    MASK,
    PEOPLE,
    PLACES,
    SEP,
    THINGS,
    WHEN,
    Sentence,
    continuation,
    opening,
)

LABELS = {
    "pair": ("fits", "person", "place"),
    "sentence": ("male", "female"),
    "span": ("start", "end"),  # of a position: is it the first, is it the last?
    "tags": ("who", "does", "where", "when", "what"),
}
TESTS = 100  # texts, none of which is learned from
ENDS = 4  # second sentences of each kind that a first one gets


@dataclass(frozen=True)
class Labelled:
    """What is read, without [CLS] and the last [SEP]; and what is right: one label, the answer's first and last
    position ([CLS] is 0), or a label for each word."""

    source: Sentence
    right: tuple[int, ...]


def split(task: str, seed: int) -> tuple[list[Labelled], list[Labelled]]:
    """What there is to learn from, in a drawn order, and the tests. No text is in both: they come from one list,
    shuffled, that has each text once."""
    drawn = list(every(task))
    random.Random(seed).shuffle(drawn)
    return drawn[TESTS:], drawn[:TESTS]


@cache
def every(task: str) -> tuple[Labelled, ...]:
    """All texts of a task, each once."""
    making = {"pair": _pairs, "sentence": _people, "span": _questions, "tags": _tagged}[task]
    return tuple({one.source: one for one in making()}.values())


def _openings() -> Iterator[tuple[str, Sentence]]:
    """Who is spoken of, and a first sentence."""
    for who, people in PEOPLE.items():
        for adjective, person, place in product(ADJECTIVES, people, PLACES):
            yield who, opening(adjective, person, place)


def _people() -> Iterator[Labelled]:
    for who, begin in _openings():
        if who != "they":
            yield Labelled(begin, (("he", "she").index(who),))


def _pairs() -> Iterator[Labelled]:
    """Of each first sentence as many that fit as of those with another person, and with what is not done there."""
    rng = random.Random(0)
    for who, begin in _openings():
        here = PLACES[begin[-1]]
        elsewhere = [verb for verb in THINGS if verb not in here]
        another = rng.choice([one for one in PEOPLE if one != who])
        for label, (person, verbs) in enumerate([(who, here), (another, here), (who, elsewhere)]):
            for _ in range(ENDS):
                verb = rng.choice(verbs)
                free = rng.choice(WHEN), rng.choice(KINDS), rng.choice(THINGS[verb])
                end = continuation(free[0], person, verb, *free[1:])
                yield Labelled((*begin, SEP, *end), (label,))


def parts_of(sentence: Sentence) -> list[tuple[str, Sentence]]:
    """The sentence in parts: (tag, words)."""
    if "in" in sentence:
        verb = next(n for n, word in enumerate(sentence) if word in ("is", "are"))
        cuts = [("who", 0, verb), ("does", verb, verb + 1), ("where", verb + 1, len(sentence))]
    else:
        when = sentence[0] in WHEN
        the = sentence.index("the")
        cuts = [("when", 0, int(when)), ("who", the - 2, the - 1), ("does", the - 1, the)]
        cuts.append(("what", the, len(sentence)))
    return [(tag, sentence[begin:end]) for tag, begin, end in cuts if end > begin]


def _sentences() -> Iterator[Sentence]:
    yield from (begin for _, begin in _openings())
    for when, who, verb, kind in product(WHEN, PEOPLE, THINGS, KINDS):
        for thing in THINGS[verb]:
            yield continuation(when, who, verb, kind, thing)


def _tagged() -> Iterator[Labelled]:
    for sentence in _sentences():
        tags = [LABELS["tags"].index(tag) for tag, words in parts_of(sentence) for _ in words]
        yield Labelled(sentence, tuple(tags))


def _questions() -> Iterator[Labelled]:
    """A question for each part of a sentence: this part is a gap, and of the others adjectives and “today” are left
    out. The answer is the part without “in” and “the”."""
    for sentence in _sentences():
        parts, begins = parts_of(sentence), 0
        for asked, words in parts:
            question: list[str] = []
            for tag, said in parts:
                frame = tuple(word for word in said if word in ("in", "the"))
                if tag == asked:
                    question += (*frame, MASK)
                    skipped = len(frame)
                elif tag != "when":
                    question += (*frame, said[-1])
            first = len(question) + 2 + begins + skipped  # behind [CLS], the question and its [SEP]
            last = len(question) + 1 + begins + len(words)
            yield Labelled((*question, SEP, *sentence), (first, last))
            begins += len(words)
