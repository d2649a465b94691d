"""The tokens of a tokenizer from outside under our numbers: four special tokens first, then its own in order."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from transformer.vocabulary import END, PAD, SPECIALS, START, UNKNOWN
from transformer.weights.outside.folder_tokenizer import FolderTokenizer

NOWHERE = -1  # of a special token that the model does not have


@dataclass(frozen=True)
class Pieces:
    """The tokens that a model reads or writes: its numbers, and ours."""

    tokenizer: FolderTokenizer
    size: int  # rows of the model's table; there may be more rows than tokens
    specials: tuple[int, int, int, int]  # its numbers of PAD, START, END, UNKNOWN; two may be one
    after: tuple[int, ...] = ()  # the tokens that it expects after a source text

    @cached_property
    def rows(self) -> list[int]:
        """The model's own number of each of ours."""
        apart = set(self.specials) - {*self.after}  # a token that is read is also an ordinary one
        return [*self.specials, *(n for n in range(self.size) if n not in apart)]

    @cached_property
    def twice(self) -> list[int]:
        """Our tokens that must not be generated: the model does not have them, or already has them under
        another number. In GPT-2 the same token begins and ends a text; here it only ends it."""
        seen, others = {NOWHERE}, range(len(SPECIALS), len(self.rows))
        forbidden = []
        for number in (END, UNKNOWN, START, PAD, *others):
            if self.rows[number] in seen:
                forbidden.append(number)
            seen.add(self.rows[number])
        return forbidden

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The names of our tokens after the special ones, each once."""
        names: dict[str, None] = dict.fromkeys(SPECIALS)
        for number in self.rows[len(SPECIALS) :]:
            may = *self.tokenizer.names(number), f"unused {number}"
            names[next(name for name in may if name not in names)] = None
        return tuple(names)[len(SPECIALS) :]

    def split(self, text: str) -> list[str]:
        """Text → names of tokens, followed by those that the model expects at the end; [] for an empty text."""
        numbers = self.tokenizer.encode(text)
        ended = (*numbers, *self.after) if numbers else ()
        return [self._names.get(number, SPECIALS[UNKNOWN]) for number in ended]

    def join(self, words: Iterable[str]) -> str:
        """Names of tokens → text, without the tokens at the end."""
        numbers = {name: n for n, name in self._names.items() if n not in self.after}
        return self.tokenizer.decode([numbers[word] for word in words if word in numbers])

    @cached_property
    def _names(self) -> dict[int, str]:
        return dict(zip(self.rows[len(SPECIALS) :], self.words, strict=True))
