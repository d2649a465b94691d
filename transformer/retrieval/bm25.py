"""BM25: score documents by the words that they share with a question (Robertson & Zaragoza 2009).

A word counts more if fewer documents contain it (idf), and more if a document contains it more often, with
diminishing returns (k1). In documents that are longer than average it counts less (b).
"""

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache

import torch
from torch import Tensor


class BM25:
    """A collection of documents, each a list of words."""

    def __init__(self, documents: Sequence[Sequence[str]], k1: float = 1.5, b: float = 0.75):
        counts = [Counter(words) for words in documents]
        lengths = torch.tensor([float(len(words)) for words in documents])
        # The count at which a word's score reaches half its maximum, (document,), for this document length.
        room = k1 * (1 - b + b * lengths / lengths.mean())
        has = Counter(word for counted in counts for word in counted)  # documents per word

        @cache
        def part(word: str) -> Tensor:
            """The contribution of one word to the score of each document, (document,)."""
            times = torch.tensor([float(counted[word]) for counted in counts])
            # + 1, as in Lucene: a word that most documents contain adds almost nothing, not a negative value.
            idf = math.log(1 + (len(counts) - has[word] + 0.5) / (has[word] + 0.5))
            return idf * times * (k1 + 1) / (times + room)

        self.part = part
        self.nothing = torch.zeros(len(counts))

    def parts(self, question: Sequence[str]) -> dict[str, Tensor]:
        """Each word of a question → its contribution to the score of each document, (document,)."""
        return {word: times * self.part(word) for word, times in Counter(question).items()}

    def scores(self, question: Sequence[str]) -> Tensor:
        """The scores of all documents, (document,)."""
        return sum(self.parts(question).values(), self.nothing)
