"""Why scores are divided by √d_k: real draws of queries and keys, and what the softmax makes of them.

The draws come from one seed, which is shown with them. The gradients are autograd's.
"""

from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor

from transformer.attention import softmax

SEED, KEYS, ROWS = 0, 64, 100
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)  # d_k


@dataclass(frozen=True)
class Draw:
    """So many rows of scores for one d_k. `plain` as they are, `divided` by √d_k."""

    d_k: int
    plain: "Rows"
    divided: "Rows"


@dataclass(frozen=True)
class Rows:
    """What became of the rows of scores."""

    variance: float  # of the scores
    entropy: float  # nats, mean of the rows
    largest: float  # weight, mean of the rows
    gradient: float  # ∂ weight / ∂ its own score, median of all weights
    weights: Tensor  # (key,) of the first row


@cache
def drawn(seed: int = SEED) -> tuple[Draw, ...]:
    """For each size: `ROWS` queries and for each of them `KEYS` keys, all numbers with variance 1."""
    generator, found = torch.Generator().manual_seed(seed), []
    for d_k in SIZES:
        query = torch.randn(ROWS, 1, d_k, generator=generator, dtype=torch.float64)
        key = torch.randn(ROWS, KEYS, d_k, generator=generator, dtype=torch.float64)
        scores = (query @ key.mT)[:, 0]  # (row, key)
        found.append(Draw(d_k, rows(scores), rows(scores / d_k**0.5)))
    return tuple(found)


def rows(scores: Tensor) -> Rows:
    """scores (row, key) → what the softmax makes of them."""
    weights = softmax(scores)  # (row, key)
    entropy = torch.special.entr(weights).sum(-1)  # (row,)
    return Rows(
        float(scores.var()),
        float(entropy.mean()),
        float(weights.amax(-1).mean()),
        float(gradients(scores).median()),
        weights[0],
    )


@torch.enable_grad()
def gradients(scores: Tensor) -> Tensor:
    """∂ weight / ∂ its own score for each of them, (row, key)."""
    scores = scores.clone().requires_grad_()
    weights = softmax(scores)  # (row, key)
    found = torch.zeros_like(scores)
    for k in range(scores.shape[-1]):  # rows do not mix, so one pass back serves all of them
        (back,) = torch.autograd.grad(weights[:, k].sum(), scores, retain_graph=True)
        found[:, k] = back[:, k]
    return found.detach()
