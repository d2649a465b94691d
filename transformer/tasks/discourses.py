"""Discourses: "the queen is in the library. she reads the letter" → next; with a random second sentence →
other.

Words depend on near and distant words: "is" on "queen", "reads" on "letter" and on "she", "she" on "queen" in
the previous sentence, and the activity on the place. Some words, such as adjectives, depend on nothing. Every
word is one of a few equally likely ones, so the best possible prediction of any of them can be computed
(`measure/discourses.py`).
"""

import random
from collections.abc import Sequence
from functools import cached_property
from itertools import product

from transformer.tasks.stories import sentences
from transformer.tasks.task import Example, Split, Task, vocabulary_of, without_punctuation

CLS, SEP, MASK = MARKS = ("[CLS]", "[SEP]", "[MASK]")
NEXT, OTHER = LABELS = ("next", "other")  # number 0 and 1, as in BERT
ADJECTIVES = ("", "happy", "old", "tired", "young")
PEOPLE = {
    "he": ("boy", "brother", "king", "uncle"),
    "she": ("aunt", "girl", "queen", "sister"),
    "they": ("children", "friends", "parents", "teachers"),
}
WHEN = ("", "now", "often", "today")
THING_ADJECTIVES = ("", "good", "new", "old")
THINGS = {
    "cleans": ("car", "table", "window"),
    "drinks": ("juice", "milk", "tea"),
    "eats": ("apple", "bread", "soup"),
    "plays": ("drum", "guitar", "piano"),
    "reads": ("book", "letter", "poem"),
}
PLACES = {
    "garden": ("drinks", "reads"),
    "hall": ("cleans", "plays"),
    "kitchen": ("drinks", "eats"),
    "library": ("cleans", "reads"),
    "school": ("eats", "plays"),
}
TRAIN, HELD_OUT = 8000, 1000
Sentence = tuple[str, ...]


class DiscourseTask(Task):
    """One or two sentences, separated by a full stop or a new line."""

    family = "bert"

    @cached_property
    def source_words(self) -> tuple[str, ...]:
        """The source words, special tokens first, as in BERT's own list."""
        every_sentence = (words for begin, ends in every().items() for words in (begin, *ends))
        return (*MARKS, *vocabulary_of(every_sentence))

    def split(self, text: str) -> list[str]:
        """Split into words; [SEP] separates the sentences, and a word of only _ is a masked one."""
        plain = without_punctuation(text.lower().replace("[sep]", ".").replace("\n", "."), "._")
        parts = sentences(plain.replace(".", " . ").split())
        marked = [[MASK if not word.strip("_") else word for word in part] for part in parts]
        return f" {SEP} ".join(" ".join(part) for part in marked).split()


def first_sentence(adjective: str, person: str, place: str) -> Sentence:
    """Return a first sentence: the old queen is in the library."""
    verb = "are" if person in PEOPLE["they"] else "is"
    return tuple(f"the {adjective} {person} {verb} in the {place}".split())


def continuation(when: str, who: str, verb: str, kind: str, thing: str) -> Sentence:
    """Return a second sentence: today she reads the new letter."""
    verb = verb.removesuffix("s") if who == "they" else verb
    return tuple(f"{when} {who} {verb} the {kind} {thing}".split())


def every() -> dict[Sentence, list[Sentence]]:
    """Return each first sentence with all its possible second sentences. All pairs are equally likely."""
    goes_on = {
        (who, place): [
            continuation(when, who, verb, kind, thing)
            for when, verb, kind in product(WHEN, PLACES[place], THING_ADJECTIVES)
            for thing in THINGS[verb]
        ]
        for who, place in product(PEOPLE, PLACES)
    }
    return {
        first_sentence(adjective, person, place): goes_on[who, place]
        for who, people in PEOPLE.items()
        for adjective, person, place in product(ADJECTIVES, people, PLACES)
    }


def build(seed: int = 0) -> DiscourseTask:
    shown = (
        "the old queen is in the library. she reads the new letter",
        "the children are in the kitchen. now they drink the milk",
        "the boy is in the hall. today he plays the piano",
        "the tired aunt is in the garden. she drinks the good tea",
        "the old king is in the school. today they clean the new car",
    )
    return DiscourseTask("discourses", "Two sentences", shown, lambda: _split(seed))


def _split(seed: int) -> Split:
    rng, pairs = random.Random(seed), every()
    begins = tuple(pairs)
    made: dict[Sentence, Example] = {}
    while len(made) < HELD_OUT + TRAIN:
        label = rng.choice(LABELS)
        while (source := _draw(rng, pairs, begins, label)) in made:
            pass
        made[source] = Example(source, (label,), ())
    examples = tuple(made.values())
    return examples[HELD_OUT:], examples[:HELD_OUT]


def _draw(
    rng: random.Random,
    pairs: dict[Sentence, list[Sentence]],
    begins: Sequence[Sentence],
    label: str,
) -> Sentence:
    """Sample a first sentence with a true second one, or with a random second sentence, which may fit by
    chance."""
    begin = rng.choice(begins)
    ends = pairs[begin if label == NEXT else rng.choice(begins)]
    return (*begin, SEP, *rng.choice(ends))
