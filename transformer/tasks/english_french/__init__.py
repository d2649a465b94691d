"""English → French, from a grammar: every sentence has exactly one translation and a known alignment.

A few rules ensure that it is unique: "you" is tu, "they" are ils, "I" is a man. The English past is the passé
composé, except for "was", which is était. French never has two ways to say the same thing.

Reading order: lexicon, verbs, grammar, choosing, sentences, institutions, it.
"""

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from transformer.tasks.english_french import institutions, it, sentences
from transformer.tasks.english_french.grammar import pronoun
from transformer.tasks.task import Example, Split, Task, without_punctuation

DRAWN, HELD_OUT = 11500, 1000
SEEN_OFTEN = 6  # minimum count of every word in training
PAIRS_HELD_OUT = 0.18  # fraction of the noun pairs of *it* sentences that are held out

# Sentences of the slides that the course follows. These are in training; those in it.TIRED_OR_WIDE are not.
SHOWN_IN_TRAINING = (
    sentences.has_profession(pronoun("i"), "student"),
    sentences.hit_with_a_pie(pronoun("he"), "me"),
    institutions.EUROPEAN_ECONOMIC_AREA,
)
EXAMPLES = (
    "the animal did not cross the street because it was too tired",
    "the animal did not cross the street because it was too wide",
    "the european economic area",
    "he hit me with a pie",
    "i am a student",
    "the agreement on the european economic area was signed in august 1992",
    "the guitar does not fit in the suitcase because it is too small",
    "my old cat never sleeps in the kitchen",
)
SHORT_FORMS = {"can't": "can not", "cannot": "can not", "won't": "will not", "let's": "let us"}
ENDINGS = {"n't": " not", "'m": " am", "'re": " are", "'ve": " have", "'ll": " will"}


@dataclass(frozen=True)
class EnglishFrench(Task):
    """A task that also parses typed English and formats French."""

    languages = ("en", "fr")
    translates = True

    def split(self, text: str) -> list[str]:
        """Lower case, no punctuation, didn't → did not, it's → it is."""
        text = unicodedata.normalize("NFC", text).lower().replace("’", "'")
        words = without_punctuation(text, keep="'-").split()
        stripped = (word.strip("'-") for word in words)
        return [part for word in stripped for part in _written_out(word).split()]

    def join(self, words: Iterable[str]) -> str:
        """l' animal n' a pas → l’animal n’a pas"""
        return " ".join(words).replace("' ", "’").replace("'", "’")


def _written_out(word: str) -> str:
    if word in SHORT_FORMS:
        return SHORT_FORMS[word]
    for ending, full in ENDINGS.items():
        if word.endswith(ending):
            return word.removesuffix(ending) + full
    return re.sub(r"^(he|she|it|that|there|what|who|where)'s$", r"\1 is", word)


def build(seed: int = 0) -> EnglishFrench:
    """Build the task; its sentences are sampled on first use."""
    return EnglishFrench("english_french", "English → French", EXAMPLES, lambda: _draw(seed))


@lru_cache(maxsize=2)  # the next-character task uses the same sentences
def _draw(seed: int) -> Split:
    """Sample different sentences and hold some of them out.

    Of the sentences with *it*, all those of some noun pairs are held out: no training sentence combines
    "animal", "street" and *it*. The other held-out sentences are new only as a whole. All consist of words
    that are frequent in training.
    """
    rng = random.Random(seed)
    train, held_out = _set_apart(_different_sentences(rng), rng)
    return tuple(train), tuple(held_out)


def _different_sentences(rng: random.Random) -> list[Example]:
    """Return the sentences of the slides and then enough others, in random order."""
    drawn = {e.source: e for e in (*SHOWN_IN_TRAINING, *it.TIRED_OR_WIDE)}
    kinds = {**sentences.SENTENCE_KINDS, **institutions.SENTENCE_KINDS, **it.SENTENCE_KINDS}
    while len(drawn) < DRAWN:
        for kind in rng.choices(list(kinds), list(kinds.values()), k=100):
            example = kind(rng)
            drawn.setdefault(example.source, example)
    different = list(drawn.values())
    rng.shuffle(different)
    return different


def _without_rare_words(examples: list[Example]) -> list[Example]:
    """Remove sentences with rare words: a rare word cannot be learned, so it is better out of vocabulary."""
    seen = _Seen(examples)
    kept = [e for e in examples if seen.rarest(e) >= SEEN_OFTEN]
    return kept if len(kept) == len(examples) else _without_rare_words(kept)


def _set_apart(drawn: list[Example], rng: random.Random) -> tuple[list[Example], list[Example]]:
    """Split into training and held-out sentences."""
    pairs = sorted({pair for e in drawn if (pair := two_nouns_of(e))})
    apart = {pair for pair in pairs if rng.random() < PAIRS_HELD_OUT} | {("animal", "street")}
    train = _without_rare_words([e for e in drawn if two_nouns_of(e) not in apart])
    seen = _Seen(train)
    held_out = [e for e in drawn if two_nouns_of(e) in apart and seen.rarest(e) >= SEEN_OFTEN]
    kept = set(map(id, SHOWN_IN_TRAINING))
    for e in train:
        if len(held_out) == HELD_OUT:
            break
        rare = seen.rarest(e) <= SEEN_OFTEN + len(e.source) + len(e.target)
        if e.referent is None and not rare and id(e) not in kept:
            held_out.append(e)
            seen.forget(e)
    moved = set(map(id, held_out))
    return [e for e in train if id(e) not in moved], held_out


def two_nouns_of(example: Example) -> tuple[str, ...] | None:
    """Return the two nouns to which *it* could refer, whichever is meant."""
    if example.distractor is None or example.referent is None:
        return None
    return tuple(sorted(example.source[i] for i in (example.referent[1], example.distractor)))


class _Seen:
    """How often each word occurs, separately for the two languages ("table" is in both)."""

    def __init__(self, examples: list[Example]):
        self.english = Counter(chain.from_iterable(e.source for e in examples))
        self.french = Counter(chain.from_iterable(e.target for e in examples))

    def rarest(self, example: Example) -> int:
        """Return the count of its rarest word."""
        english, french = self.english.__getitem__, self.french.__getitem__
        return min(*map(english, example.source), *map(french, example.target))

    def forget(self, example: Example) -> None:
        self.english.subtract(example.source)
        self.french.subtract(example.target)
