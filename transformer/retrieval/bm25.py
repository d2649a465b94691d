"""BM25: how well a document fits a question, by the words that both have (Robertson & Zaragoza 2009).

A word counts more the fewer documents have it (idf), and more the more often a document has it, but ever less for each
further time (k1). In a document that is longer than the others it counts less (b).
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
        # What halves the worth of a word, (document,): so many times in a document of this length.
        room = k1 * (1 - b + b * lengths / lengths.mean())
        has = Counter(word for counted in counts for word in counted)  # how many documents

        @cache
        def part(word: str) -> Tensor:
            """What one word adds to the score of each document: (document,)"""
            times = torch.tensor([float(counted[word]) for counted in counts])
            # + 1, as Lucene has it: a word that most documents have adds nearly nothing, instead of taking away.
            idf = math.log(1 + (len(counts) - has[word] + 0.5) / (has[word] + 0.5))
            return idf * times * (k1 + 1) / (times + room)

        self.part = part
        self.nothing = torch.zeros(len(counts))

    def parts(self, question: Sequence[str]) -> dict[str, Tensor]:
        """Each word of a question → what it adds to the score of each document, (document,)."""
        return {word: times * self.part(word) for word, times in Counter(question).items()}

    def scores(self, question: Sequence[str]) -> Tensor:
        """(document,)"""
        return sum(self.parts(question).values(), self.nothing)
