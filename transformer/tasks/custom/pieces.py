"""A task of somebody's own text, which is cut into pieces: characters, words, or what was learned."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from transformer.tasks.custom.refused import Refused
from transformer.tasks.task import Task
from transformer.tasks.words import words_of
from transformer.vocabulary import SPECIALS

MOST_WORDS = 4000  # of each side, the most frequent: a table of all would be most of the model


@dataclass(frozen=True)
class PiecesTask(Task):
    """What `read` and `write` make of a text, and of pieces."""

    read: Callable[[str], list[str]]  # source text → pieces
    write: Callable[[list[str]], str]  # target pieces → text
    refused: Refused

    def split(self, text: str) -> list[str]:
        return self.read(text)

    def join(self, words: Iterable[str]) -> str:
        return self.write(list(words))

    def known(self, side: str) -> tuple[str, ...]:
        """Every learned piece of training; of characters and words the most frequent, those that occur once left out,
        so that the model meets <unknown> in training too."""
        count = Counter(piece for e in self.train for piece in getattr(e, side))
        for special in SPECIALS:
            del count[special]  # a piece may be spelled like one; it is unknown then
        if self.read in (characters, words_of):
            return tuple(sorted(piece for piece, n in count.most_common(MOST_WORDS) if n > 1))
        return tuple(sorted(count))


def characters(text: str) -> list[str]:
    """A text as words of one character each, capitals kept. A space is written ␣."""
    return ["␣" if c == " " else c for c in " ".join(text.split())]
