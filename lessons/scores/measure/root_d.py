"""Why scores are divided by √d_k: random queries and keys, the softmax of their scores, and the gradient that
returns through it.

All numbers come from one seed, which the figure shows. A test checks the gradients against autograd.
"""

from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor

from transformer.attention import softmax

SEED, KEYS, ROWS, D_V = 0, 64, 400, 16
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)  # d_k


@dataclass(frozen=True)
class Draw:
    """Many rows of scores for one d_k: `plain` unscaled, `divided` by √d_k."""

    d_k: int
    plain: "Rows"
    divided: "Rows"


@dataclass(frozen=True)
class Rows:
    """The results for the rows of scores."""

    variance: float  # of the scores
    entropy: float  # nats, mean of the rows
    largest: float  # weight, mean of the rows
    median: float  # median of ∂ weight / ∂ its own score, over all weights
    mean: float  # mean of the same
    jacobian: float  # Frobenius norm of ∂ weights / ∂ scores, mean of the rows
    query: float  # norm of the gradient that reaches the query, mean of the rows
    keys: float  # … that reaches the keys of a row, all in one
    weights: Tensor  # (key,) of the first row


@cache
def sample_draws(seed: int = SEED) -> tuple[Draw, ...]:
    """Return, for each size, `ROWS` queries and `KEYS` keys for each of them, all components with variance 1.

    The values of the keys and the gradient of the output are random as well, with `D_V` components each.
    """
    generator, draws = torch.Generator().manual_seed(seed), []
    above = torch.Generator().manual_seed(seed + 1)
    for d_k in SIZES:
        query = torch.randn(ROWS, 1, d_k, generator=generator, dtype=torch.float64)
        key = torch.randn(ROWS, KEYS, d_k, generator=generator, dtype=torch.float64)
        value = torch.randn(ROWS, KEYS, D_V, generator=above, dtype=torch.float64)
        output = torch.randn(ROWS, 1, D_V, generator=above, dtype=torch.float64)
        matched = (rows(query, key, value, output, scale) for scale in (1.0, d_k**-0.5))
        draws.append(Draw(d_k, *matched))
    return tuple(draws)


def rows(query: Tensor, key: Tensor, value: Tensor, output: Tensor, scale: float) -> Rows:
    """Return the softmax of the scores q · k · scale, and the backpropagated gradient `output`.

    query (row, 1, d_k), key (row, key, d_k), value (row, key, d_v), output (row, 1, d_v)
    """
    scores = (query @ key.mT)[:, 0] * scale  # (row, key)
    weights = softmax(scores)  # (row, key)
    back = score_gradient(weights, value, output) * scale  # (row, 1, key)
    at_query = (back @ key).norm(dim=-1)  # (row, 1)
    at_keys = back.norm(dim=-1) * query.norm(dim=-1)  # (row, 1): multiples of the query
    own = weights * (1 - weights)  # (row, key)
    return Rows(
        variance=float(scores.var()),
        entropy=float(torch.special.entr(weights).sum(-1).mean()),
        largest=float(weights.amax(-1).mean()),
        median=float(own.median()),
        mean=float(own.mean()),
        jacobian=float(jacobians(weights).flatten(1).norm(dim=1).mean()),
        query=float(at_query.mean()),
        keys=float(at_keys.mean()),
        weights=weights[0],
    )


def jacobians(weights: Tensor) -> Tensor:
    """Return ∂ weight / ∂ score for each pair of a row, diag(w) − w wᵀ: (row, key) → (row, weight, score)."""
    return torch.diag_embed(weights) - weights[:, :, None] * weights[:, None, :]


def score_gradient(weights: Tensor, value: Tensor, output: Tensor) -> Tensor:
    """Return the gradient of the scores, (row, 1, key), given the gradient `output` of the row's output."""
    of_weights = output @ value.mT  # (row, 1, key)
    weights = weights[:, None, :]
    return weights * (of_weights - (weights * of_weights).sum(-1, keepdim=True))
