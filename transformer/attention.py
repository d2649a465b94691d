"""Attention: every query looks at all keys and takes home a mixture of the values.

The arithmetic is written out, one step a line, and every step passes through a probe. The code that
trains is the code on the screen.
"""

import math
from types import SimpleNamespace

import torch
from torch import Tensor, nn

from transformer.probe import Probe


def _unchanged(value: Tensor) -> Tensor:
    return value


# What `attention` uses for its probes when nobody looks: each passes the value on.
_UNSEEN = SimpleNamespace(
    scores=_unchanged, scaled=_unchanged, masked=_unchanged, weights=_unchanged, dropout=_unchanged
)


def attention(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None, see=_UNSEEN):
    """softmax(Q Kᵀ / √d_k) V (Vaswani et al. 2017, section 3.2.1).

    query (…, query, d_k), key (…, key, d_k), value (…, key, d_v) → (…, query, d_v). `mask` is bool,
    True = may look, and broadcasts to (…, query, key). A query that may look nowhere gets zeros.
    `see` owns the probes (and the dropout) that the steps pass through.
    """
    scores = see.scores(query @ key.transpose(-2, -1))  # (batch, head, query, key)
    scaled = see.scaled(scores / math.sqrt(query.shape[-1]))
    masked = see.masked(scaled if mask is None else scaled.masked_fill(~mask, -math.inf))
    weights = see.weights(softmax(masked, mask))  # every row sums to 1
    return see.dropout(weights) @ value  # (batch, head, query, d_v)


def softmax(masked: Tensor, mask: Tensor | None = None) -> Tensor:
    """Softmax over the keys. A row in which everything is masked gives zeros instead of 0/0."""
    weights = masked.softmax(dim=-1)
    if mask is None or mask.any(-1).all():
        return weights
    return weights.masked_fill(~mask, 0.0)


class MultiHeadAttention(nn.Module):
    """Several attentions side by side, each on its own d_model/heads dimensions (section 3.2.2).

    Self-attention is `layer(x, x)`, cross-attention `layer(x, memory)`: queries come from `x`,
    keys and values from `memory`.
    """

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__()
        if heads < 1 or d_model % heads:
            raise ValueError(f"d_model {d_model} cannot be divided among {heads} heads")
        self.heads = heads
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, d_model)
        self.W_V = nn.Linear(d_model, d_model)
        self.W_O = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)
        for matrix in (self.W_Q, self.W_K, self.W_V, self.W_O):
            nn.init.xavier_uniform_(matrix.weight)
            nn.init.zeros_(matrix.bias)
        self.query = Probe("batch head query d_k")
        self.key = Probe("batch head key d_k")
        self.value = Probe("batch head key d_v")
        self.scores = Probe("batch head query key")
        self.scaled = Probe("batch head query key")
        self.masked = Probe("batch head query key")
        self.weights = Probe("batch head query key")
        self.head_output = Probe("batch head query d_v")
        self.output = Probe("batch query d_model")

    def forward(self, x: Tensor, memory: Tensor | None, mask: Tensor | None = None, cache=None):
        """x (batch, query, d_model), memory (batch, key, d_model) → (batch, query, d_model).

        With a `KeyValueCache`, keys and values of earlier calls are kept; `memory=None` then adds
        no new ones.
        """
        query = self.query(self.split(self.W_Q(x)))  # (batch, head, query, d_k)
        key, value = self.keys_and_values(memory, cache)  # (batch, head, key, d_k) and d_v
        mixed = self.head_output(attention(query, key, value, mask, see=self))
        return self.output(self.W_O(self.merge(mixed)))  # (batch, query, d_model)

    def keys_and_values(self, memory: Tensor | None, cache=None) -> tuple[Tensor, Tensor]:
        """What can be looked at: (batch, head, key, d_k) and (batch, head, key, d_v)."""
        if memory is None:
            key, value = cache.key, cache.value
        else:
            key, value = self.split(self.W_K(memory)), self.split(self.W_V(memory))
            if cache is not None:
                key, value = cache.extend(key, value)
        return self.key(key), self.value(value)

    def split(self, x: Tensor) -> Tensor:
        """(batch, position, d_model) → (batch, head, position, d_k)"""
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def merge(self, x: Tensor) -> Tensor:
        """(batch, head, position, d_v) → (batch, position, d_model): the heads side by side"""
        return x.transpose(1, 2).flatten(2)


class KeyValueCache:
    """The keys and values of earlier steps, so that decoding computes only the new ones."""

    def __init__(self):
        self.key: Tensor | None = None
        self.value: Tensor | None = None

    def extend(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Append (batch, head, new, d_k) along the key axis; returns everything so far."""
        if self.key is not None:
            key = torch.cat((self.key, key), dim=2)  # (batch, head, earlier + new, d_k)
            value = torch.cat((self.value, value), dim=2)
        self.key, self.value = key, value
        return key, value
