"""Counts of a text as a model: the next token from the few before it. The lesson's baseline, and a draft."""

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from transformer.vocabulary import END, PAD, START

MOST = 2**62  # an n-gram is one number of this size at most


class NGram:
    """How often each token follows the `order` − 1 before it in the lines that it was given.

    p(token | context) mixes the counts with p(token | one token less), as if that had been seen once
    (MacKay & Peto 1995): what never occurred is improbable, not impossible. With no context at all,
    every token but PAD and START counts once more than it occurs.
    """

    def __init__(self, lines: Iterable[Sequence[int]], vocabulary: int, order: int = 5):
        """lines: the tokens of each, without START and END."""
        if order < 1:
            raise ValueError(f"order is {order}: a token alone is of order 1, a pair of order 2")
        if vocabulary**order > MOST:
            raise ValueError(
                f"{vocabulary:,} tokens make {vocabulary:,}^{order} n-grams, more than can be numbered: "
                "take a lower order"
            )
        begun = [START] * max(1, order - 1)
        text = [token for line in lines for token in (*begun, *line, END)]
        if not text:
            raise ValueError("no lines: there is nothing to count")
        self.vocabulary, self.order = vocabulary, order
        tokens = torch.tensor(text)
        written = (tokens[order - 1 :] != START) if order > 1 else tokens != START
        # For each length: the n-grams that occur, as numbers in the base of the vocabulary, sorted.
        self.ngrams: list[tuple[Tensor, Tensor]] = []
        for length in range(1, order + 1):
            windows = tokens[order - length :].unfold(0, length, 1)  # (place, length)
            self.ngrams.append(self._number(windows[written]).unique(return_counts=True))

    def begin(self, source: Tensor) -> "Counting":
        """source (batch, anything): only the number of texts counts."""
        return Counting(self, source)

    def probabilities(self, context: Tensor) -> Tensor:
        """context (row, order − 1), the last tokens → (row, vocabulary), in float64."""
        tokens = torch.arange(self.vocabulary, device=context.device)
        p = torch.ones(len(context), self.vocabulary, dtype=torch.float64, device=context.device)
        p[:, PAD] = p[:, START] = 0
        for length in range(1, self.order + 1):
            before = self._number(context[:, context.shape[1] + 1 - length :])  # (row,)
            count = self._count(length, before[:, None] * self.vocabulary + tokens)
            seen = count.sum(-1, keepdim=True)  # how often the context occurs
            p = (count + p) / (seen + (p.sum(-1, keepdim=True) if length == 1 else 1))
        return p

    def _number(self, tokens: Tensor) -> Tensor:
        """tokens (…, n) → (…) one number each."""
        number = torch.zeros(tokens.shape[:-1], dtype=torch.long, device=tokens.device)
        for token in tokens.unbind(-1):
            number = number * self.vocabulary + token
        return number

    def _count(self, length: int, numbers: Tensor) -> Tensor:
        """How often these n-grams of this length occur."""
        known, count = (t.to(numbers.device) for t in self.ngrams[length - 1])
        place = torch.searchsorted(known, numbers).clamp_max(len(known) - 1)
        return count[place] * (known[place] == numbers)


class Counting:
    """Texts in the middle of being written."""

    def __init__(self, model: NGram, source: Tensor):
        self.model = model
        shape = (len(source), max(0, model.order - 2))  # what stands before the START that comes
        self.read = torch.full(shape, START, device=source.device)  # (row, all so far)

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        self.read = torch.cat((self.read, tokens), dim=1)
        context = self.read[:, self.read.shape[1] - self.model.order + 1 :]
        return self.model.probabilities(context).log().float()  # (row, vocabulary)

    def select(self, rows: Tensor) -> None:
        self.read = self.read[rows]

    def forget(self, count: int) -> None:
        self.read = self.read[:, : self.read.shape[1] - count]
