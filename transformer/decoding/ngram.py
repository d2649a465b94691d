"""An n-gram model: predict the next token from the few before it. The baseline, and a draft model."""

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from transformer.vocabulary import END, PAD, START

MOST = 2**62  # the largest id of an n-gram


class NGram:
    """Counts how often each token follows the `order` − 1 tokens before it in the given lines.

    p(token | context) mixes the counts with p(token | a context one token shorter), which counts as one
    observation (MacKay & Peto 1995), so unseen n-grams are improbable, not impossible. With an empty
    context, every token except PAD and START gets one extra count.
    """

    def __init__(self, lines: Iterable[Sequence[int]], vocabulary: int, order: int = 5):
        """lines: the tokens of each line, without START and END."""
        if order < 1:
            raise ValueError(f"order is {order}, but it must be at least 1 (a single token).")
        if vocabulary**order > MOST:
            raise ValueError(
                f"{vocabulary:,} tokens give {vocabulary:,}^{order} n-grams, which is too many. "
                "Choose a lower order."
            )
        begun = [START] * max(1, order - 1)
        text = [token for line in lines for token in (*begun, *line, END)]
        if not text:
            raise ValueError("There are no lines to count. Provide at least one line.")
        self.vocabulary, self.order = vocabulary, order
        tokens = torch.tensor(text)
        written = (tokens[order - 1 :] != START) if order > 1 else tokens != START
        # For each length: the observed n-grams, as numbers in the base of the vocabulary, sorted.
        self.ngrams: list[tuple[Tensor, Tensor]] = []
        for length in range(1, order + 1):
            windows = tokens[order - length :].unfold(0, length, 1)  # (position, length)
            self.ngrams.append(self._number(windows[written]).unique(return_counts=True))

    def start_decoding(self, source: Tensor) -> "Counting":
        """Return the state of decoding; only the batch size of source (batch, …) matters."""
        return Counting(self, source)

    def probabilities(self, context: Tensor) -> Tensor:
        """context (row, order − 1), the last tokens → (row, vocabulary), in float64."""
        tokens = torch.arange(self.vocabulary, device=context.device)
        p = torch.ones(len(context), self.vocabulary, dtype=torch.float64, device=context.device)
        p[:, PAD] = p[:, START] = 0
        for length in range(1, self.order + 1):
            before = self._number(context[:, context.shape[1] + 1 - length :])  # (row,)
            count = self._count(length, before[:, None] * self.vocabulary + tokens)
            seen = count.sum(-1, keepdim=True)  # how often the context was observed
            p = (count + p) / (seen + (p.sum(-1, keepdim=True) if length == 1 else 1))
        return p

    def _number(self, tokens: Tensor) -> Tensor:
        """tokens (…, n) → (…) one id per n-gram."""
        number = torch.zeros(tokens.shape[:-1], dtype=torch.long, device=tokens.device)
        for token in tokens.unbind(-1):
            number = number * self.vocabulary + token
        return number

    def _count(self, length: int, numbers: Tensor) -> Tensor:
        """The counts of these n-grams of the given length."""
        keys, count = (t.to(numbers.device) for t in self.ngrams[length - 1])
        place = torch.searchsorted(keys, numbers).clamp_max(len(keys) - 1)
        return count[place] * (keys[place] == numbers)


class Counting:
    """Texts in the middle of being written."""

    def __init__(self, model: NGram, source: Tensor):
        self.model = model
        shape = (len(source), max(0, model.order - 2))  # what precedes START
        self.read = torch.full(shape, START, device=source.device)  # (row, all tokens so far)

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        self.read = torch.cat((self.read, tokens), dim=1)
        context = self.read[:, self.read.shape[1] - self.model.order + 1 :]
        return self.model.probabilities(context).log().float()  # (row, vocabulary)

    def select(self, rows: Tensor) -> None:
        self.read = self.read[rows]

    def forget(self, count: int) -> None:
        self.read = self.read[:, : self.read.shape[1] - count]
