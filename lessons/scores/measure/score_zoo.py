"""Seven scoring functions on four items, with small given numbers instead of learned ones, so that you can
follow them.

Each runs the steps of `transformer/attention.py`; only `score` and its divisor differ. Where the papers allow
it, the query and the keys have different sizes here, for which a dot product is not defined.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.attention import ScaledDotProduct
from transformer.probe import Probe, Trace, record
from transformer.variants.scores import additive, concat, general, location

items = torch.tensor([[1.0, 0, 1], [0, 2, 0], [1, 1, 0], [2, 0, -1]])  # (item, 3): x₁ … x₄
W_K = torch.tensor([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]])  # (3, 3): it swaps the first two components
keys = items @ W_K  # (item, 3)
# A query of dimension 3, and one of dimension 2.
long, short = torch.tensor([[1.0, 2, 0]]), torch.tensor([[1.0, -1]])
W = torch.tensor([[1.0, 1, 0], [0, 2, -1]])  # (2, 3)
W_1 = torch.tensor([[1.0, 0], [1, 1]])  # (hidden, 2)
W_2 = torch.tensor([[0.0, 1, 0], [1, 0, -1]])  # (hidden, 3)
v = torch.tensor([2.0, 1])  # (hidden,)
W_place = torch.tensor([[0.0, 1, 0], [1, 0, 1], [-1, 1, 0], [0, 0, 2]])  # (place, 3)


@dataclass(frozen=True)
class Way:
    """One scoring function and its inputs."""

    query: Tensor  # (1, d_q)
    keys: Tensor  # (item, d_k)
    score: Callable[[Tensor, Tensor], Tensor]
    divisor: float = 1.0


def dot(query: Tensor, key: Tensor) -> Tensor:
    return query @ key.mT


WAYS = {
    "parameter_free": Way(long, items, dot),
    "dot": Way(long, keys, dot),
    "scaled": Way(long, keys, dot, math.sqrt(3)),
    "general": Way(short, keys, lambda q, k: general(q, k, W)),
    "concat": Way(short, keys, lambda q, k: concat(q, k, torch.cat((W_1, W_2), dim=-1), v)),
    "additive": Way(short, keys, lambda q, k: additive(q, k, W_1, W_2, v)),
    "location": Way(long, keys, lambda q, k: location(q, k, W_place)),
}


class Scored(ScaledDotProduct):
    """One query over the items; the values are the items themselves, as before the Transformer."""

    def __init__(self, way: Way, temperature: float = 1.0):
        super().__init__()
        self.way, self.temperature = way, temperature
        self.query, self.key = Probe("query d_q"), Probe("key d_k")
        self.scores, self.scaled = Probe("query key"), Probe("query key")
        self.masked, self.weights = Probe("query key"), Probe("query key")
        self.head_output = Probe("query d_v")

    def forward(self) -> Tensor:
        return self.attend(self.query(self.way.query), self.key(self.way.keys), items, None)

    def score(self, query: Tensor, key: Tensor) -> Tensor:
        return self.scores(self.way.score(query, key))

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(scores / self.way.divisor / self.temperature)


@torch.no_grad()
def record_steps(name: str, temperature: float = 1.0) -> Trace:
    """Return the recording of every step of one scoring function."""
    with record(layer := Scored(WAYS[name], temperature)) as trace:
        layer()
    return trace
