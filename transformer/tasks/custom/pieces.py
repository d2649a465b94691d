"""A task from your own text, cut into characters, words, or learned tokens."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from transformer.corpus.cleaning import clean
from transformer.tasks.custom.refused import Refused
from transformer.tasks.task import Task
from transformer.tasks.words import tokens_of, words_of
from transformer.vocabulary import SPECIALS

MOST_WORDS = 4000  # the most frequent of each side: a table of all words would be most of the model


@dataclass(frozen=True)
class PiecesTask(Task):
    """A task with `read`, which cuts a text into tokens, and `write`, which joins tokens."""

    read: Callable[[str], list[str]]  # source text → tokens
    write: Callable[[list[str]], str]  # target tokens → text
    refused: Refused

    def split(self, text: str) -> list[str]:
        return self.read(clean(text))

    def join(self, words: Iterable[str]) -> str:
        return self.write(list(words))

    def learned_tokens(self, side: str) -> tuple[str, ...]:
        """Return every learned token of training; of characters and words only the most frequent ones, and
        none that occurs once, so that the model meets <unknown> in training as well."""
        count = Counter(piece for e in self.train for piece in getattr(e, side))
        for special in SPECIALS:
            del count[special]  # a token may be spelled like a special one; it is then unknown
        if self.read in (characters, words_of, tokens_of):
            return tuple(sorted(piece for piece, n in count.most_common(MOST_WORDS) if n > 1))
        return tuple(sorted(count))


def characters(text: str) -> list[str]:
    """Split a text into words of one character each, with capitals. A space is written ␣."""
    return ["␣" if c == " " else c for c in " ".join(text.split())]
