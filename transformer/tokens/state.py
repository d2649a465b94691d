"""A corpus after some merges: its words as tokens, and the counts that determine the next merge."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from transformer.tokens.learning import Pair


@dataclass(frozen=True)
class State:
    """A corpus after some merges: its different words as tokens, each with its count."""

    words: list[tuple[tuple[str, ...], int]]
    runs: list[tuple[tuple[str, ...], int]] = field(repr=False)  # the same, but a word in which a
    # token's name was typed ("</w>") is in several parts, between which nothing is merged
    tie: str
    number: Mapping[str, int] = field(repr=False)  # of each token

    @property
    def tokens(self) -> int:
        """The length of the corpus in tokens."""
        return sum(len(pieces) * count for pieces, count in self.words)

    @cached_property
    def pairs(self) -> list[tuple[Pair, int]]:
        """Return all pairs of neighbours with their counts, the next one to be merged first."""
        counts: dict[Pair, int] = Counter()
        for pieces, count in self.runs:
            for pair in zip(pieces, pieces[1:], strict=False):
                counts[pair] += count
        pairs = list(counts.items())  # as first seen
        if self.tie == "largest_pair":
            pairs.sort(reverse=True)
        elif self.tie == "smallest_ids":
            pairs.sort(key=lambda item: (self.number[item[0][0]], self.number[item[0][1]]))
        return sorted(pairs, key=lambda item: -item[1])  # equal counts keep their order
