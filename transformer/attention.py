"""Attention: every query looks at all keys and receives a mixture of the values.

The arithmetic is written out, one step a method, and each step hands its result to a probe. What
trains is what is on the screen, and a layer of your own overrides the one step that it changes.
"""

import math

from torch import Tensor, nn

from transformer.config import variant
from transformer.masks import checked
from transformer.probe import Probe


class ScaledDotProduct:
    """softmax(Q Kᵀ / √d_k) V (Vaswani et al. 2017, section 3.2.1), step by step."""

    def attend(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None):
        """query (…, query, d_k), key (…, key, d_k), value (…, key, d_v) → (…, query, d_v)."""
        scores = self.score(query, key)
        mask = self.allow(mask, scores)
        scaled = self.scale(scores, query.shape[-1])
        masked = self.hide(scaled, mask)
        weights = self.normalise(masked, mask)
        return self.mix(weights, value)

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        return self.scores(query @ key.transpose(-2, -1))  # (batch, head, query, key)

    def allow(self, mask: Tensor | None, scores: Tensor) -> Tensor | None:
        return checked(mask, scores)  # who may look at whom: bool, True = may

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(scores / math.sqrt(d_k))  # (batch, head, query, key)

    def hide(self, scaled: Tensor, mask: Tensor | None) -> Tensor:
        return self.masked(scaled if mask is None else scaled.masked_fill(~mask, -math.inf))

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        return self.weights(softmax(masked, mask))  # every row sums to 1

    def mix(self, weights: Tensor, value: Tensor) -> Tensor:
        return self.head_output(self.dropout(weights) @ value)  # (batch, head, query, d_v)


def softmax(masked: Tensor, mask: Tensor | None = None) -> Tensor:
    """Softmax over the keys. A row in which everything is masked gives zeros instead of 0/0."""
    weights = masked.softmax(dim=-1)
    return weights if mask is None else weights.masked_fill(masked == -math.inf, 0.0)


class Unwatched(ScaledDotProduct):
    """The same steps without a layer: no probe, no dropout."""

    scores = scaled = masked = weights = dropout = head_output = staticmethod(lambda value: value)


def attention(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None) -> Tensor:
    """Attention as a function. `mask` is bool, True = may look, and broadcasts to (…, query, key); a
    query that may look nowhere gets zeros."""
    return Unwatched().attend(query, key, value, mask)


@variant("attention", "standard")
class MultiHeadAttention(ScaledDotProduct, nn.Module):
    """Several attentions side by side, each on its own d_model/heads dimensions (section 3.2.2).

    Self-attention is `layer(x, x)`, cross-attention `layer(x, memory)`: queries come from `x`,
    keys and values from `memory`.
    """

    self_only = False  # True where places are compared: cross-attention then is the standard one

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

        With a cache (`decoding/cache.py`), keys and values of earlier calls are kept; `memory=None`
        then adds no new ones.
        """
        start = cache.length if cache is not None else 0  # where the first of the new words stands
        query = self.query(self.place(self.split(self.W_Q(x)), start))  # (batch, head, query, d_k)
        key, value = self.keys_and_values(memory, cache)  # (batch, head, key, d_k) and d_v
        mixed = self.attend(query, key, value, mask)  # (batch, head, query, d_v)
        return self.output(self.W_O(self.merge(mixed)))  # (batch, query, d_model)

    def keys_and_values(self, memory: Tensor | None, cache=None) -> tuple[Tensor, Tensor]:
        """What can be looked at: (batch, head, key, d_k) and (batch, head, key, d_v)."""
        if memory is None:
            key, value = cache.key, cache.value
        else:
            start = cache.length if cache is not None else 0
            key = self.place(self.split(self.W_K(memory)), start)
            value = self.split(self.W_V(memory))
            if cache is not None:
                key, value = cache.extend(key, value)
        return self.key(self.share(key)), self.value(self.share(value))

    def place(self, x: Tensor, start: int) -> Tensor:
        return x  # (batch, head, position, d_k); from `start` on. variants/rotary.py turns them

    def share(self, x: Tensor) -> Tensor:
        return x  # (batch, head, key, d_k): one for each query head. variants/grouped.py has fewer

    def split(self, x: Tensor) -> Tensor:
        """(batch, position, d_model) → (batch, head, position, d_k)"""
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def merge(self, x: Tensor) -> Tensor:
        """(batch, head, position, d_v) → (batch, position, d_model): the heads side by side"""
        return x.transpose(1, 2).flatten(2)
