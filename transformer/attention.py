"""Scaled dot-product attention: each query receives a weighted mean of the values.

The arithmetic is written out, one step per method, and each step passes its result through a probe. The
models are trained with exactly this code. To change one step, override its method in your own layer.
"""

import math

from torch import Tensor, nn

from transformer.cache import KeyValueCache
from transformer.masks import validate_mask
from transformer.probe import Probe
from transformer.registry import variant


class ScaledDotProduct(nn.Module):
    """softmax(Q Kᵀ / √d_k) V (Vaswani et al. 2017, section 3.2.1), step by step."""

    def __init__(self, dropout: float = 0.0):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.scores = Probe("batch head query key")
        self.scaled = Probe("batch head query key")
        self.masked = Probe("batch head query key")
        self.weights = Probe("batch head query key")
        self.head_output = Probe("batch head query d_v")

    def attend(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        """query (…, query, d_k), key (…, key, d_k), value (…, key, d_v) → (…, query, d_v)"""
        scores = self.score(query, key)
        mask = self.attention_mask(mask, scores)
        scaled = self.scale(scores, query.shape[-1])
        masked = self.hide(scaled, mask)
        weights = self.normalise(masked, mask)
        return self.mix(weights, value)

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        """The dot product of each query with each key, (batch, head, query, key)."""
        return self.scores(query @ key.transpose(-2, -1))

    def attention_mask(self, mask: Tensor | None, scores: Tensor) -> Tensor | None:
        """The mask to apply: bool (…, query, key), True = may attend; None masks nothing."""
        return validate_mask(mask, scores)

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        """Divide the scores by √d_k, which keeps the softmax from saturating; (batch, head, query, key)."""
        return self.scaled(scores / math.sqrt(d_k))

    def hide(self, scaled: Tensor, mask: Tensor | None) -> Tensor:
        """Set masked scores to −∞, (batch, head, query, key)."""
        return self.masked(scaled if mask is None else scaled.masked_fill(~mask, -math.inf))

    def normalise(self, masked: Tensor, mask: Tensor | None) -> Tensor:
        """Turn scores into attention weights, (batch, head, query, key); every row sums to 1."""
        return self.weights(softmax(masked, mask))

    def mix(self, weights: Tensor, value: Tensor) -> Tensor:
        """The sum of the values, weighted by the attention weights, (batch, head, query, d_v)."""
        return self.head_output(self.dropout(weights) @ value)


def softmax(masked: Tensor, mask: Tensor | None = None) -> Tensor:
    """Softmax over the keys. A fully masked row gives zeros instead of 0/0."""
    weights = masked.softmax(dim=-1)
    return weights if mask is None else weights.masked_fill(masked == -math.inf, 0.0)


def attention(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None) -> Tensor:
    """Attention as a function. `mask` is bool, True = may attend, and broadcasts to (…, query, key); a
    query for which every key is masked gets zeros."""
    return ScaledDotProduct().attend(query, key, value, mask)


@variant("attention", "standard")
class MultiHeadAttention(ScaledDotProduct):
    """Multi-head attention: parallel heads, each with d_model/heads dimensions (section 3.2.2).

    Self-attention is `layer(x, x)`. Encoder–decoder attention (cross-attention) is `layer(x, memory)`: the
    queries come from `x`, the keys and values from `memory`.
    """

    self_only = False  # True if it uses positions; cross-attention is then the standard layer

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(dropout)
        if heads < 1 or d_model % heads:
            raise ValueError(f"d_model is {d_model}, but it must be divisible by heads, {heads}.")
        self.heads = heads
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, d_model)
        self.W_V = nn.Linear(d_model, d_model)
        self.W_O = nn.Linear(d_model, d_model)
        for matrix in (self.W_Q, self.W_K, self.W_V, self.W_O):
            nn.init.xavier_uniform_(matrix.weight)
            nn.init.zeros_(matrix.bias)
        self.query = Probe("batch head query d_k")
        self.key = Probe("batch head key d_k")
        self.value = Probe("batch head key d_v")
        self.output = Probe("batch query d_model")

    def forward(
        self,
        x: Tensor,
        memory: Tensor | None,
        mask: Tensor | None = None,
        cache: KeyValueCache | None = None,
    ) -> Tensor:
        """x (batch, query, d_model), memory (batch, key, d_model) → (batch, query, d_model).

        With a cache (`transformer/cache.py`), the keys and values of earlier calls are kept. `memory=None` then
        adds no new ones.
        """
        start = cache.length if cache is not None else 0  # position of the first new token
        query = self.query(self.rotate_positions(self.split(self.W_Q(x)), start))  # (…, query, d_k)
        key, value = self.keys_and_values(memory, cache)  # (batch, head, key, d_k) and d_v
        mixed = self.attend(query, key, value, mask)  # (batch, head, query, d_v)
        return self.output(self.W_O(self.merge(mixed)))  # (batch, query, d_model)

    def keys_and_values(
        self, memory: Tensor | None, cache: KeyValueCache | None = None
    ) -> tuple[Tensor, Tensor]:
        """Keys (batch, head, key, d_k) and values (batch, head, key, d_v) from `memory` and the cache."""
        if memory is None and cache is not None:
            key, value = cache.key, cache.value
        else:
            start = cache.length if cache is not None else 0
            key = self.rotate_positions(self.split(self.W_K(memory)), start)
            value = self.split(self.W_V(memory))
            if cache is not None:
                key, value = cache.extend(key, value)
        return self.key(self.repeat_kv(key)), self.value(self.repeat_kv(value))

    def rotate_positions(self, x: Tensor, start: int) -> Tensor:
        """Queries or keys (batch, head, position, d_k) from position `start`; rotary.py rotates them."""
        return x

    def repeat_kv(self, x: Tensor) -> Tensor:
        """Keys or values (batch, head, key, d_k), one per query head; grouped.py repeats shared ones."""
        return x

    def split(self, x: Tensor) -> Tensor:
        """Split into heads: (batch, position, d_model) → (batch, head, position, d_k)."""
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def merge(self, x: Tensor) -> Tensor:
        """Concatenate the heads: (batch, head, position, d_v) → (batch, position, d_model)."""
        return x.transpose(1, 2).flatten(2)
