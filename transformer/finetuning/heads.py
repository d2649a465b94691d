"""Four heads on one body (Devlin et al. 2019, figure 4): their outputs and their losses.

Each head is one linear layer: on the output at [CLS], or at every position.
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from transformer.finetuning.labelled import LABELS
from transformer.probe import Probe

NOT_ASKED = -100  # a position without a label; torch's cross_entropy ignores it


class Head(nn.Module):
    """One linear layer that gives the logits of each position, with a loss and a prediction."""

    axes = "batch position label"

    def __init__(self, d_model: int, labels: int):
        super().__init__()
        self.linear = nn.Linear(d_model, labels)
        self.scores = Probe(self.axes)

    def forward(self, x: Tensor, pooled: Tensor) -> Tensor:
        """x (batch, position, d_model), pooled (batch, d_model) → (batch, position, label)"""
        return self.scores(self.linear(x))

    def loss(self, scores: Tensor, right: Tensor, inside: Tensor) -> Tensor:
        """The loss; inside (batch, position): where an answer may be."""
        raise NotImplementedError

    def read(self, scores: Tensor, inside: Tensor) -> Tensor:
        """The predictions, in the shape of `right`."""
        raise NotImplementedError


class Label(Head):
    """Classifies the whole input: a pair of sentences, or a single one."""

    axes = "batch label"

    def forward(self, x: Tensor, pooled: Tensor) -> Tensor:
        """x, pooled → (batch, label)"""
        return self.scores(self.linear(pooled))

    def loss(self, scores: Tensor, right: Tensor, inside: Tensor) -> Tensor:
        return cross_entropy(scores, right[:, 0])

    def read(self, scores: Tensor, inside: Tensor) -> Tensor:
        """Predict one label → (batch, 1)."""
        return scores.argmax(-1, keepdim=True)


class Tags(Head):
    """Predicts a label for each word."""

    def loss(self, scores: Tensor, right: Tensor, inside: Tensor) -> Tensor:
        return tag_loss(scores, right)

    def read(self, scores: Tensor, inside: Tensor) -> Tensor:
        """Predict tags → (batch, position), NOT_ASKED where there is no word."""
        return scores.argmax(-1).where(inside, NOT_ASKED)


class Span(Head):
    """Predicts the span of an answer: start and end logits for each position."""

    def loss(self, scores: Tensor, right: Tensor, inside: Tensor) -> Tensor:
        return span_loss(scores, right, inside)

    def read(self, scores: Tensor, inside: Tensor) -> Tensor:
        """Predict start and end → (batch, 2)."""
        return best_span(scores, inside)


def tag_loss(scores: Tensor, right: Tensor) -> Tensor:
    """The mean over all labelled words of all texts; 0 is a label like any other.

    scores (batch, position, label), right (batch, position), NOT_ASKED where there is no word.
    """
    return cross_entropy(scores.flatten(0, 1), right.flatten(), ignore_index=NOT_ASKED)


def span_loss(scores: Tensor, right: Tensor, inside: Tensor) -> Tensor:
    """The mean of two cross-entropies over the positions: one for the start, one for the end.

    scores (batch, position, 2), right (batch, 2), inside (batch, position): True where an answer may be.
    """
    allowed = scores.masked_fill(~inside[..., None], -torch.inf)
    start = cross_entropy(allowed[..., 0], right[:, 0])
    end = cross_entropy(allowed[..., 1], right[:, 1])
    return (start + end) / 2


def best_span(scores: Tensor, inside: Tensor) -> Tensor:
    """The start and end with the largest sum of logits, inside the text and in this order.

    scores (batch, position, 2), inside (batch, position) → (batch, 2)
    """
    start, end = scores.masked_fill(~inside[..., None], -torch.inf).unbind(-1)
    both = start[:, :, None] + end[:, None, :]  # (batch, start, end)
    places = scores.shape[1]
    every = torch.ones(places, places, dtype=torch.bool, device=scores.device)
    ordered = every.triu()  # an answer does not end before it starts
    best = both.masked_fill(~ordered, -torch.inf).flatten(1).argmax(-1)
    return torch.stack((best // places, best % places), -1)


HEADS: dict[str, type[Head]] = {"pair": Label, "sentence": Label, "span": Span, "tags": Tags}


class Tuned(nn.Module):
    """A pretrained body with one head."""

    def __init__(self, body: Any, task: str):
        super().__init__()
        self.body, self.task = body, task
        self.head = HEADS[task](body.config.d_model, len(LABELS[task]))

    def forward(self, tokens: Tensor, segments: Tensor) -> Tensor:
        """tokens, segments (batch, position) → logits, in the shape of the head"""
        return self.head(*self.features(tokens, segments))

    def features(self, tokens: Tensor, segments: Tensor) -> tuple[Tensor, Tensor]:
        """The body's output (batch, position, d_model), and its output at [CLS] (batch, d_model)."""
        x = self.body.encode(tokens, segments)
        return x, self.body.pooled(x)
