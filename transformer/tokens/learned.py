"""The result of learning, as stored in a file: the merges, and the tokens with their numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from transformer.tokens.added import Added
from transformer.tokens.learning import Merge
from transformer.tokens.text import BYTE_SYMBOLS, BYTE_TOKENS, END


@dataclass(frozen=True)
class Learned:
    """Token numbers: first `vocabulary`, which is the alphabet and then one token per merge; after it
    `fallback`, with which a text with unseen characters can be spelled byte by byte."""

    merges: tuple[Merge, ...]
    vocabulary: tuple[str, ...]
    tie: str = "first_seen"
    base: str = "characters"
    end: str = "own"
    corpus: Mapping[str, int] = field(default_factory=dict, repr=False)  # word → count
    added: tuple[
        Added, ...
    ] = ()  # the part of `vocabulary` that was neither in the alphabet nor learned

    @cached_property
    def fallback(self) -> tuple[str, ...]:
        """The tokens after the vocabulary for unseen text: the characters inside its tokens that are not
        tokens themselves (letters seen only at the end of words), and all bytes."""
        needed = list(BYTE_SYMBOLS if self.base == "bytes" else BYTE_TOKENS)
        if self.end != "none":
            inside = {letter for token in (*self.vocabulary, END) for letter in token}
            needed = [END, *sorted(inside), *needed]
        tokens = set(self.vocabulary)
        return tuple(token for token in dict.fromkeys(needed) if token not in tokens)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All tokens in the order of their numbers."""
        return self.vocabulary + self.fallback
