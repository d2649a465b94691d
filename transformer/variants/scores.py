"""How well does a query fit a key? The score functions that were tried before and beside scaled dot.

Each is a function of queries (…, query, d_q) and keys (…, key, d_k), which may be of different size, and
a layer that overrides one step with it. Two more stand elsewhere: the plain dot product is `unscaled`
in `without.py`, and `additive.py` has `additive`, where W_Q and W_K of the layer are its W₁ and W₂.
"""

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
    """W q: a score for each place, whatever stands there (Luong et al. 2015), W (…, places, d_q) → (…, query, key)"""
    if key.shape[-2] > W.shape[-2]:
        raise ValueError(
            f"there are {key.shape[-2]} keys, and W has a row for {W.shape[-2]} places; a score by location "
            "knows no place beyond those that it learned"
        )
    return (query @ W.mT)[..., : key.shape[-2]]


@variant("attention", "parameter_free")
class ParameterFree(Unscaled):
    """x · q: the words themselves are queries, keys and values; no W_Q, W_K, W_V."""

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        for matrix in ("W_Q", "W_K", "W_V"):
            setattr(self, matrix, nn.Identity())


@variant("attention", "general")
class General(Unscaled):
    """qᵀ W k, with a matrix of its own for each head."""

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        d_k = d_model // heads
        self.W = nn.Parameter(torch.eye(d_k).repeat(heads, 1, 1))  # begins as the dot product

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        return self.scores(general(query, key, self.W))  # (batch, head, query, key)


@variant("attention", "concat")
class Concat(Unscaled):
    """v · tanh(W [q; k]), with W and v of its own for each head."""

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        d_k = d_model // heads
        self.W = nn.Parameter(torch.eye(d_k).repeat(heads, 1, 2))  # begins as v · tanh(q + k)
        self.v = nn.Parameter(torch.randn(heads, d_k) * 0.1)

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        return self.scores(concat(query, key, self.W, self.v))  # (batch, head, query, key)


@variant("attention", "location")
class Location(Unscaled):
    """W q: where to look is chosen without a look at what is there."""

    no_promise = {
        "order-blind without positions": "it chooses by place, whatever stands there",
        "gradients reach every parameter": "the keys are never compared, so W_K learns nothing",
    }
    places = 64  # that it can tell apart; as many as the usual model has positions

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__(d_model, heads, dropout)
        self.W = nn.Parameter(torch.randn(heads, self.places, d_model // heads) * 0.1)

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        return self.scores(location(query, key, self.W))  # (batch, head, query, key)
