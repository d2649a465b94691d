"""What a task is: pairs of word sequences with one right answer, and how they were made."""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from transformer.tasks.custom.counting import Counted

NONE = -1  # where there is nothing to point at


@dataclass(frozen=True)
class Example:
    """A source sentence, its only right target, and what is known of how they hang together."""

    source: tuple[str, ...]  # words, without specials
    target: tuple[str, ...]
    alignment: tuple[int, ...]  # for each target word, the index of the source word that it renders
    referent: tuple[int, int] | None = None  # (index of "it", index of the noun it stands for)
    distractor: int | None = None  # index of the other noun that "it" could have meant
    given: int = 0  # so many of the target's first words are a prompt: they are given, not learned


Split = tuple[tuple[Example, ...], tuple[Example, ...]]  # training and held-out examples


@dataclass(frozen=True)
class Task:
    """Training and held-out examples (no source sentence is in both) and the words they use.

    The examples are made when they are first asked for: who only translates never needs them.
    """

    name: str
    title: str
    examples: tuple[str, ...]  # good sentences to show first, all of known words
    make: Callable[[], Split]
    family = "encoder_decoder"  # of models that learn it, unless another one is asked for
    kinds: ClassVar[tuple[str, ...]] = ()  # words of a text that say what to do; the answer follows
    translates = False  # one language into another: then BLEU says more than right or wrong

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
        """Sorted, without specials; every word that training sees."""
        return vocabulary_of(example.source for example in self.train)

    @cached_property
    def target_words(self) -> tuple[str, ...]:
        return vocabulary_of(example.target for example in self.train)

    @cached_property
    def counted(self) -> Counted:
        """What counting the targets of training tells of the next piece: what a model has to beat."""
        return Counted([example.target for example in self.train], self.target_words)

    def words(self, target: Iterable[str]) -> list[str]:
        """A target as words, of which BLEU counts n-grams: they may be cut into smaller pieces."""
        return list(target)

    def split(self, text: str) -> list[str]:
        """What a person typed → words: lower case, without punctuation."""
        return without_punctuation(text.lower()).split()

    def join(self, words: Iterable[str]) -> str:
        """Target words → readable text."""
        return " ".join(words)


def vocabulary_of(sequences: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Every word that occurs, sorted."""
    return tuple(sorted({word for sequence in sequences for word in sequence}))


def without_punctuation(text: str, keep: str = "") -> str:
    """Each punctuation mark becomes a space, except the characters of `keep`.

    Only what Unicode calls punctuation: an emoji or a mathematical sign stays, as a word of its own
    or part of one, so that the reader can be told that the model does not know it.
    """
    return "".join(
        " " if unicodedata.category(c).startswith("P") and c not in keep else c for c in text
    )
