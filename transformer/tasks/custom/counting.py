"""Baselines from counting, which a trained model should beat."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

START, END = object(), object()  # before the first token of a line, and after its last


class NgramCounts:
    """How often each token, and each pair of neighbours, occurs in the training lines."""

    def __init__(self, lines: Iterable[Sequence[str]], vocabulary: Iterable[str]):
        self.vocabulary = set(vocabulary)
        self.pieces: Counter = Counter()
        self.pairs: Counter = Counter()
        self.before: Counter = Counter()
        for line in lines:
            for first, second in self._pairs_of(line):
                self.pieces[second] += 1
                self.pairs[first, second] += 1
                self.before[first] += 1

    def losses(self, lines: Sequence[Sequence[str]]) -> dict[str, float]:
        """Return the mean −ln p of every next token of these lines, in nats, END included:

        "frequencies": p is the frequency of the token; "pairs": its frequency after the previous token.
        """
        pairs = [pair for line in lines for pair in self._pairs_of(line)]
        return {
            "frequencies": -sum(math.log(self.frequency(b)) for _, b in pairs) / len(pairs),
            "pairs": -sum(math.log(self.after(a, b)) for a, b in pairs) / len(pairs),
        }

    @cached_property
    def all(self) -> int:
        """The number of tokens in the lines, END included, plus one for each different token, so that none is
        impossible."""
        return self.pieces.total() + len(self.vocabulary) + 2  # + 2 for unknown tokens and END

    def frequency(self, piece: object) -> float:
        """Return the token's fraction of all tokens."""
        return (self.pieces[piece] + 1) / self.all

    def after(self, first: object, second: object) -> float:
        """Return the frequency of `second` after `first`, mixed with its `frequency` as if that had been seen
        once (MacKay & Peto 1995), so that a pair that never occurred is not impossible."""
        return (self.pairs[first, second] + self.frequency(second)) / (self.before[first] + 1)

    def _pairs_of(self, line: Sequence[str]) -> Iterable[tuple]:
        pieces = [piece if piece in self.vocabulary else None for piece in line]
        return zip((START, *pieces), (*pieces, END), strict=True)

    def needed_for(self, lines: Sequence[Sequence[str]]) -> dict[str, list]:
        """Return the counts that `losses` of these lines needs, as JSON; a token is its index in the vocabulary."""
        number = self._numbers(sorted(self.vocabulary))
        occurring = {pair for line in lines for pair in self._pairs_of(line)}
        pairs = [(number[a], number[b], self.pairs[a, b]) for a, b in occurring if self.pairs[a, b]]
        pieces, before = (
            [(number[p], n) for p, n in c.items()] for c in (self.pieces, self.before)
        )
        return {"pieces": pieces, "before": before, "pairs": sorted(pairs)}

    @classmethod
    def read(cls, counts: dict[str, list], vocabulary: Iterable[str]) -> "NgramCounts":
        """Rebuild the counts from `needed_for`."""
        made = cls((), vocabulary)
        piece = {number: piece for piece, number in cls._numbers(sorted(made.vocabulary)).items()}
        made.pieces.update({piece[p]: int(n) for p, n in counts["pieces"]})
        made.before.update({piece[p]: int(n) for p, n in counts["before"]})
        made.pairs.update({(piece[a], piece[b]): int(n) for a, b, n in counts["pairs"]})
        return made

    @staticmethod
    def _numbers(vocabulary: list[str]) -> dict:
        return {None: -1, START: -2, END: -3} | {piece: n for n, piece in enumerate(vocabulary)}
