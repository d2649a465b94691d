"""The interface between decoding and any model: the probability of each next token."""

from contextlib import suppress
from functools import singledispatch
from typing import Protocol

import torch
from torch import Tensor, nn

from transformer.cache import Cache
from transformer.decoding.prefix import Prefix, ignoring
from transformer.model import Transformer
from transformer.vocabulary import PAD, START


class NextToken(Protocol):
    """A model in the middle of decoding, one row per sentence; it remembers what was written.

    It may have two more methods, which make drafting (speculative.py) faster: `each(tokens)` returns
    `log_probabilities` after every new token, (row, new, vocabulary); `forget(count)` removes the last
    `count` tokens.
    """

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        """tokens (row, new): what each row reads since the last call, starting with START → the natural
        logarithm of each next token's probability, (row, vocabulary). Callers do not change the result, so it
        may be a view of the model's own tensor."""

    def select(self, rows: Tensor) -> None:
        """Keep these rows, in this order; an index may occur twice."""


class Writer(Protocol):
    """A model, table or n-gram model that can be decoded: `start_decoding` returns its `NextToken`."""

    def start_decoding(self, source: Tensor) -> NextToken:
        """Return the state of decoding for source (batch, source), or (batch, 0) if the model reads no source."""


Model = nn.Module | Writer


@singledispatch
def start_decoding(model: Model, source: Tensor) -> NextToken:
    """Return the state of decoding for source (batch, source), or (batch, 0) if the model reads no source.

    A custom model needs a method `start_decoding(source)` that returns its `NextToken`.
    """
    if callable(starts := getattr(model, "start_decoding", None)):
        return starts(source)
    raise TypeError(
        f"{type(model).__name__} cannot be decoded: add a method start_decoding(source) that returns a "
        "NextToken (transformer/decoding/next_token.py)."
    )


def writes(model: Model) -> bool:
    """Whether a model can be decoded; a classifier cannot."""
    return hasattr(model, "start_decoding") or start_decoding.dispatch(
        type(model)
    ) is not start_decoding.dispatch(object)


def after_each(state: NextToken, tokens: Tensor) -> Tensor:
    """tokens (row, new), all of which are read → log-probabilities after each, (row, new, vocabulary)."""
    if hasattr(state, "each"):
        return state.each(tokens)
    return torch.stack([state.log_probabilities(token) for token in tokens.split(1, dim=1)], dim=1)


@torch.no_grad()
def log_probability(model: Model, source: Tensor, tokens: Tensor) -> Tensor:
    """log p(tokens | source), (batch,): the log-probability of a given text. If it is higher than the total that
    a search found, the search made an error; otherwise the model did.

    tokens (batch, target) without START, with END, PAD after the end; source (batch, source).
    """
    start = torch.full_like(tokens[:, :1], START)
    log_p = after_each(start_decoding(model, source), torch.cat((start, tokens[:, :-1]), dim=1))
    shown = log_p.gather(2, tokens[..., None])[..., 0]  # (batch, target)
    return shown.masked_fill(tokens == PAD, 0).sum(-1)


class Translating(Prefix):
    """An encoder-decoder: the source is read once, then one token at a time is written."""

    def __init__(self, model: Transformer, source: Tensor):
        super().__init__(model, source)
        self.memory = model.encode(source)  # (batch, source, d_model)

    def decode(self, tokens: Tensor, cache: Cache | None) -> Tensor:
        return self.model.decode(tokens, self.memory, self.source, cache)

    def select_source(self, rows: Tensor) -> bool:
        source = self.source[rows]
        same = torch.equal(source, self.source)  # as among the hypotheses of one sentence
        if not same:
            self.source, self.memory = source, self.memory[rows]
        return same


start_decoding.register(Transformer)(Translating)


@torch.no_grad()
def remark(model: nn.Module) -> str:
    """A sentence for pages if a layer of the model ignores the cache, otherwise "". Reads a single token."""
    reads = start_decoding.dispatch(type(model))
    if not (isinstance(reads, type) and issubclass(reads, Prefix)):
        return ""  # it writes nothing, or has no such cache
    start = torch.full((1, 1), START, device=next(model.parameters()).device)
    # An error of a layer is explained where the model is used.
    with suppress(Exception, SystemExit):
        state = reads(model, start)
        state.decode(start, state.cache)
        return ignoring(model, state.cache)
    return ""
