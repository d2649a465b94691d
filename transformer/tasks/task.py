"""What a task is: pairs of word sequences with one correct answer, and how they were generated."""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from transformer.tasks.custom.counting import NgramCounts

NONE = -1  # no aligned word


@dataclass(frozen=True)
class Example:
    """A source sentence, its only correct target, and their known alignment."""

    source: tuple[str, ...]  # words, without special tokens
    target: tuple[str, ...]
    alignment: tuple[int, ...]  # for each target word, the index of the aligned source word
    referent: tuple[int, int] | None = None  # (index of "it", index of the noun to which it refers)
    distractor: int | None = None  # index of the other possible noun
    given: int = 0  # number of first target words that form the prompt, which is not learned


Split = tuple[tuple[Example, ...], tuple[Example, ...]]  # training and held-out examples


@dataclass(frozen=True)
class Task:
    """Training and held-out examples (no source sentence is in both) and their vocabulary.

    The examples are generated on first use; translating does not need them.
    """

    name: str
    title: str
    examples: tuple[str, ...]  # good sentences to show first, all of known words
    make: Callable[[], Split]
    family = "encoder_decoder"  # the default model family for this task
    kinds: ClassVar[tuple[str, ...]] = ()  # task tokens, which are followed by the answer
    languages = ("", "")  # of source and target, such as ("en", "fr"); a page tells the browser
    translates = False  # a translation task, for which BLEU says more than exact match

    @cached_property
    def _split(self) -> Split:
        return self.make()

    @cached_property
    def train(self) -> tuple[Example, ...]:
        return self._split[0]

    @cached_property
    def held_out(self) -> tuple[Example, ...]:
        return self._split[1]

    @cached_property
    def source_words(self) -> tuple[str, ...]:
        """Return every word that occurs in training, sorted, without special tokens."""
        return vocabulary_of(example.source for example in self.train)

    @cached_property
    def target_words(self) -> tuple[str, ...]:
        return vocabulary_of(example.target for example in self.train)

    @cached_property
    def ngram_counts(self) -> NgramCounts:
        """Return the counts of n-grams in the training targets, the baseline for next-token prediction."""
        return NgramCounts([example.target for example in self.train], self.target_words)

    def words(self, target: Iterable[str]) -> list[str]:
        """Return the words of a target, of which BLEU counts n-grams; its tokens may be smaller."""
        return list(target)

    def split(self, text: str) -> list[str]:
        """Typed text → words: lower case, without punctuation."""
        return without_punctuation(text.lower()).split()

    def join(self, words: Iterable[str]) -> str:
        """Target words → readable text."""
        return " ".join(words)


def vocabulary_of(sequences: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return every word that occurs, sorted."""
    return tuple(sorted({word for sequence in sequences for word in sequence}))


def without_punctuation(text: str, keep: str = "") -> str:
    """Replace each punctuation mark by a space, except the characters of `keep`.

    Only Unicode punctuation counts: an emoji or a mathematical sign stays, as a word of its own or part of
    one, so that the page can say that the model does not know it.
    """
    return "".join(
        " " if unicodedata.category(c).startswith("P") and c not in keep else c for c in text
    )
