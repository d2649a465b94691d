"""The pieces of a tokenizer from outside under our numbers: four specials first, then its own in their order."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from transformer.vocabulary import END, PAD, SPECIALS, START, UNKNOWN
from transformer.weights.outside.cutting import Cutter

NOWHERE = -1  # of a special that the model never had


@dataclass(frozen=True)
class Pieces:
    """What a model reads or writes: its own numbers, and ours."""

    cutter: Cutter
    size: int  # rows of the model's table; it may have more than there are pieces
    specials: tuple[int, int, int, int]  # its numbers of PAD, START, END, UNKNOWN; two may be one
    after: tuple[int, ...] = ()  # what it wants to stand behind a text that it reads

    @cached_property
    def rows(self) -> list[int]:
        """The model's own number of each of ours."""
        apart = set(self.specials) - {*self.after}  # what is read is a piece, too
        return [*self.specials, *(n for n in range(self.size) if n not in apart)]

    @cached_property
    def twice(self) -> list[int]:
        """Ours that must not be written: the model does not have them, or has written them under another number
        already. In GPT-2 one piece begins a text and ends it; here it ends it."""
        seen, others = {NOWHERE}, range(len(SPECIALS), len(self.rows))
        found = []
        for number in (END, UNKNOWN, START, PAD, *others):
            if self.rows[number] in seen:
                found.append(number)
            seen.add(self.rows[number])
        return found

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The names of ours after the specials, each once."""
        names: dict[str, None] = dict.fromkeys(SPECIALS)
        for number in self.rows[len(SPECIALS) :]:
            may = *self.cutter.names(number), f"unused {number}"
            names[next(name for name in may if name not in names)] = None
        return tuple(names)[len(SPECIALS) :]

    def split(self, text: str) -> list[str]:
        """Text → names of pieces, with what the model wants behind them; [] where it has none."""
        found = self.cutter.cut(text)
        ended = (*found, *self.after) if found else ()
        return [self._names.get(number, SPECIALS[UNKNOWN]) for number in ended]

    def join(self, words: Iterable[str]) -> str:
        """Names of pieces → text, without what stands behind it."""
        numbers = {name: n for n, name in self._names.items() if n not in self.after}
        return self.cutter.text([numbers[word] for word in words if word in numbers])

    @cached_property
    def _names(self) -> dict[int, str]:
        return dict(zip(self.rows[len(SPECIALS) :], self.words, strict=True))
