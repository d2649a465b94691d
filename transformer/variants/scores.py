"""How well does a query match a key? Other score functions from before and after scaled dot-product
attention.

Each is a function of queries (…, query, d_q) and keys (…, key, d_k), which may have different sizes, and a
layer that overrides one step with it. Two more are in other files: the plain dot product is `unscaled` in
`without.py`, and `additive.py` has `additive`, where the layer's W_Q and W_K are W₁ and W₂.
"""

import math

import torch
from torch import Tensor, nn

from transformer.variants import variant
from transformer.variants.without import Unscaled


def general(query: Tensor, key: Tensor, W: Tensor) -> Tensor:
    """qᵀ W k (Luong et al. 2015, section 3.1), W (…, d_q, d_k) → (…, query, key)"""
    return query @ W @ key.mT


def concat(query: Tensor, key: Tensor, W: Tensor, v: Tensor) -> Tensor:
    """v · tanh(W [q; k]) (Luong et al. 2015), W (…, hidden, d_q + d_k), v (…, hidden) → (…, query, key)"""
    sizes = (*query.shape[:-1], key.shape[-2])  # (…, query, key)
    q = query[..., :, None, :].expand(*sizes, -1)  # (…, query, key, d_q)
    k = key[..., None, :, :].expand(*sizes, -1)  # (…, query, key, d_k)
    hidden = torch.cat((q, k), dim=-1) @ W.mT[..., None, :, :]  # (…, query, key, hidden)
    return (torch.tanh(hidden) * v[..., None, None, :]).sum(-1)


def additive(query: Tensor, key: Tensor, W_1: Tensor, W_2: Tensor, v: Tensor) -> Tensor:
    """v · tanh(W₁ q + W₂ k) (Bahdanau et al. 2015), W₁ (hidden, d_q), W₂ (hidden, d_k) → (…, query, key)"""
    q, k = query @ W_1.mT, key @ W_2.mT  # (…, query, hidden), (…, key, hidden)
    pairs = torch.tanh(q[..., :, None, :] + k[..., None, :, :])  # (…, query, key, hidden)
    return pairs @ v


def location(query: Tensor, key: Tensor, W: Tensor) -> Tensor:
    """W q: a score for each position, whatever word is there (Luong et al. 2015), W (…, places, d_q) → (…,
    query, key)"""
    if key.shape[-2] > W.shape[-2]:
        raise ValueError(
            f"there are {key.shape[-2]} keys, but W has rows for only {W.shape[-2]} positions; a location-based score "
            "is defined only for the positions that it learned"
        )
    return (query @ W.mT)[..., : key.shape[-2]]


@variant("attention", "parameter_free")
class ParameterFree(Unscaled):
    """x · q: the words themselves are queries, keys and values, without W_Q, W_K, W_V."""

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        for matrix in ("W_Q", "W_K", "W_V"):
            setattr(self, matrix, nn.Identity())


@variant("attention", "general")
class General(Unscaled):
    """qᵀ W k, with a separate matrix for each head."""

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        d_k = d_model // heads
        self.W = nn.Parameter(torch.eye(d_k).repeat(heads, 1, 1))  # begins as the dot product

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        return self.scores(general(query, key, self.W))  # (batch, head, query, key)


@variant("attention", "concat")
class Concat(Unscaled):
    """v · tanh(W [q; k]), with separate W and v for each head."""

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        d_k = d_model // heads
        self.W = nn.Parameter(torch.eye(d_k).repeat(heads, 1, 2))  # begins as v · tanh(q + k)
        self.v = nn.Parameter(torch.randn(heads, d_k) * 0.1)

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        return self.scores(concat(query, key, self.W, self.v))  # (batch, head, query, key)


@variant("attention", "cosine")
class Cosine(Unscaled):
    """τ · cos(q, k), with a learned factor τ for each head (QK-norm: Henry et al. 2020).

    Without τ no score is larger than 1, so no row of weights can be sharp. It is initialized to √d_k, where
    the scores of random vectors are about as large as scaled dot products.
    """

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        self.temperature = nn.Parameter(torch.full((heads, 1, 1), math.sqrt(d_model // heads)))

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        cosine = nn.functional.normalize(query, dim=-1) @ nn.functional.normalize(key, dim=-1).mT
        return self.scores(self.temperature * cosine)  # (batch, head, query, key)


@variant("attention", "location")
class Location(Unscaled):
    """W q: the position to attend to is chosen from the query only, without comparing keys."""

    no_promise = {
        "order-blind without positions": "it attends by position, whatever word is there",
        "gradients reach every parameter": "the keys are never compared, so W_K learns nothing",
    }
    places = 64  # that it can tell apart; as many as the usual model has positions

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        self.W = nn.Parameter(torch.randn(heads, self.places, d_model // heads) * 0.1)

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        return self.scores(location(query, key, self.W))  # (batch, head, query, key)
