"""What decoding asks of a model, whatever its family: how probable is each next token?"""

from functools import singledispatch
from typing import Protocol

import torch
from torch import Tensor, nn

from transformer.cache import Cache
from transformer.model import Transformer
from transformer.vocabulary import PAD, START


class NextToken(Protocol):
    """A model in the middle of writing, one row a sentence; it remembers what was written.

    Two methods it may have beside these, and drafting (speculative.py) is faster where it does:
    `each(tokens)`, the same after every one of the new tokens, (row, new, vocabulary); `forget(count)`,
    as if the last `count` tokens had not been read.
    """

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        """tokens (row, new): what each row reads since the last call, START at the first → the natural
        logarithm of each next token's probability, (row, vocabulary). Nobody writes into what is
        returned, so it may be a view of the model's own numbers."""

    def select(self, rows: Tensor) -> None:
        """Go on with these rows, in this order; one may be asked for twice."""


class Writer(Protocol):
    """A model that can be decoded, a table or a count as well: what it begins says each next token."""

    def begin(self, source: Tensor) -> NextToken:
        """source (batch, source), or (batch, 0) where the model reads nothing."""


Model = nn.Module | Writer


@singledispatch
def begin(model: Model, source: Tensor) -> NextToken:
    """Start to write what answers source (batch, source); (batch, 0) where the model reads nothing.

    A model of your own has a method `begin(source)` that returns its `NextToken`.
    """
    if callable(begins := getattr(model, "begin", None)):
        return begins(source)
    raise TypeError(
        f"{type(model).__name__} writes nothing: to be decoded, a model needs a method begin(source) "
        "that returns a NextToken (transformer/decoding/next_token.py)"
    )


def writes(model: Model) -> bool:
    """Whether a model can be decoded. One that gives a label cannot."""
    return hasattr(model, "begin") or begin.dispatch(type(model)) is not begin.dispatch(object)


def after_each(state: NextToken, tokens: Tensor) -> Tensor:
    """tokens (row, new), of which all are read → log-probabilities after each, (row, new, vocabulary)."""
    if hasattr(state, "each"):
        return state.each(tokens)
    return torch.stack([state.log_probabilities(token) for token in tokens.split(1, dim=1)], dim=1)


@torch.no_grad()
def log_probability(model: Model, source: Tensor, tokens: Tensor) -> Tensor:
    """log p(tokens | source), (batch,): how probable a model finds what somebody else wrote. Where that is
    more than the total of what a search found, the search erred; else the model did.

    tokens (batch, target) without START, with END, PAD after the end; source (batch, source).
    """
    start = torch.full_like(tokens[:, :1], START)
    log_p = after_each(begin(model, source), torch.cat((start, tokens[:, :-1]), dim=1))
    shown = log_p.gather(2, tokens[..., None])[..., 0]  # (batch, target)
    return shown.masked_fill(tokens == PAD, 0).sum(-1)


class Translating:
    """An encoder-decoder: the source is read once, then one token at a time is written."""

    def __init__(self, model: Transformer, source: Tensor):
        self.model, self.source = model, source
        self.memory, self.cache = model.encode(source), Cache(model.decoder.layers)

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        return self.each(tokens)[:, -1]  # (row, vocabulary)

    def each(self, tokens: Tensor) -> Tensor:
        logits = self.model.decode(tokens, self.memory, self.source, self.cache)
        return logits.log_softmax(-1)  # (row, new, vocabulary)

    def forget(self, count: int) -> None:
        self.cache.forget(count)

    def select(self, rows: Tensor) -> None:
        source = self.source[rows]
        same = torch.equal(source, self.source)  # as among the hypotheses of one sentence
        if not same:
            self.source, self.memory = source, self.memory[rows]
        self.cache.select(rows, same)


begin.register(Transformer)(Translating)
