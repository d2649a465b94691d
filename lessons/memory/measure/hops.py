"""A memory network in three functions, without padding: `transformer/families/memory.py` by hand.

`memory` holds the facts under each matrix, (table, batch, fact, d_model), hops + 1 of them: a hop matches with
one and reads with the next.
"""

from itertools import pairwise

import torch
from torch import Tensor, nn


def look(u: Tensor, m: Tensor) -> Tensor:
    """Return p = softmax(uᵀ m), a weight for each fact, (batch, fact); u (batch, d_model), m (batch, fact, d_model)."""
    match = (m @ u[..., None]).squeeze(-1)  # (batch, fact)
    return match.softmax(-1)


def hop(u: Tensor, m: Tensor, c: Tensor) -> Tensor:
    """Return the next u: match with m, read c (both (batch, fact, d_model)), and add the result to u (batch,
    d_model)."""
    weights = look(u, m)  # (batch, fact)
    output = (weights[..., None] * c).sum(1)  # (batch, d_model)
    return u + output


def answer(u: Tensor, memory: Tensor, W: Tensor) -> Tensor:
    """Return the probability of each answer, (batch, answer): all hops, and â = softmax(W u); u (batch, d_model),
    memory (table, batch, fact, d_model), W (answer, d_model)."""
    for m, c in pairwise(memory):
        u = hop(u, m, c)
    return (u @ W.T).softmax(-1)


@torch.no_grad()
def if_it_stopped(model: nn.Module, u: Tensor) -> Tensor:
    """Return what a memory network would answer with the vector u (batch, d_model) after a hop: (batch,
    answer)."""
    return model.get_submodule("answer")(u).softmax(-1)
