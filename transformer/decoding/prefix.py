"""What a decoder has read: keys and values in its cache, or the tokens themselves if a layer ignores the cache."""

import warnings
from typing import Any

import torch
from torch import Tensor

from transformer.cache import Cache

IGNORES = (
    "{layer} ignores `{argument}`, so each decoding step reads all earlier words again: the result is the same, but "
    "decoding is slower."
)


class Prefix:
    """The base of a `NextToken` for models with `decoder.layers`, one row per sentence.

    The first call shows whether every self-attention layer keeps its keys and values, and whether positions
    continue after the cached ones. If not, all calls read the whole prefix without a cache, and a warning says so
    once per class of layer.
    """

    def __init__(self, model: Any, source: Tensor):
        """source (batch, source), or (batch, 0) if the model reads no source."""
        self.model, self.source, self.cache = model, source, Cache(model.decoder.layers)
        self.tokens: Tensor | None = None  # (row, prefix), only if a layer ignores the cache

    def decode(self, tokens: Tensor, cache: Cache | None) -> Tensor:
        """tokens (row, new), or all tokens without a cache → logits (row, new, vocabulary)."""
        raise NotImplementedError

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        return self.each(tokens)[:, -1]  # (row, vocabulary)

    def each(self, tokens: Tensor) -> Tensor:
        return self.logits(tokens).log_softmax(-1)  # (row, new, vocabulary)

    def logits(self, tokens: Tensor) -> Tensor:
        if self.tokens is not None:
            self.tokens = torch.cat((self.tokens, tokens), dim=1)  # (row, prefix)
            return self.decode(self.tokens, None)[:, -tokens.shape[1] :]  # (row, new, vocabulary)
        first = self.cache.length == 0
        logits = self.decode(tokens, self.cache)
        # Without earlier words, a layer that ignores the cache still computes the right result.
        if first and (says := ignoring(self.model, self.cache)):
            warnings.warn(says, stacklevel=1)  # this line, so that Python shows it once
            self.tokens = tokens
        return logits

    def forget(self, count: int) -> None:
        """Remove the last `count` tokens."""
        if self.tokens is not None:
            self.tokens = self.tokens[:, : self.tokens.shape[1] - count]
        else:
            self.cache.forget(count)

    def select(self, rows: Tensor) -> None:
        """Keep these rows, in this order; an index may occur twice."""
        same_source = self.select_source(rows)
        if self.tokens is not None:
            self.tokens = self.tokens[rows]
        else:
            self.cache.select(rows, same_source)

    def select_source(self, rows: Tensor) -> bool:
        """Keep these rows of the source; return whether each replaces one with the same source."""
        return True  # there is no source


def ignoring(model: Any, cache: Cache) -> str:
    """A sentence about the first self-attention layer that kept nothing in the cache, or about positions that do not
    continue after the cached ones; "" if everything can be read token by token."""
    for layer, kept in zip(model.decoder.layers, cache, strict=True):
        if not kept.self_attention.length:
            return IGNORES.format(layer=type(layer.self_attention).__name__, argument="cache")
    position = model.target_embedding.position
    if model.config.max_length > 1 and not torch.equal(position(2, 0)[1:], position(1, 1)):
        return IGNORES.format(layer=type(position).__name__, argument="start")
    return ""
