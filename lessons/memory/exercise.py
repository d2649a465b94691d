"""Your exercise: a memory network. It attends to facts, adds what it finds to the query, and repeats.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `look`; its checks come first.
"""

from itertools import pairwise  # noqa: F401  pairwise("abc") yields "a", "b" and "b", "c"

import torch  # noqa: F401
from torch import Tensor


def look(u: Tensor, m: Tensor) -> Tensor:
    """Return p = softmax(uᵀ m): how strongly the question attends to each fact.

    u (batch, d_model), m (batch, fact, d_model) → (batch, fact), where each row adds up to 1.
    """
    # 1  the match of u and each fact: their dot product → (batch, fact). u[..., None] is (batch, d_model, 1)
    # 2  softmax over the facts
    raise NotImplementedError("look is still to be written")


def hop(u: Tensor, m: Tensor, c: Tensor) -> Tensor:
    """Compare u with m, read c, and add the result to u.

    u (batch, d_model), m and c (batch, fact, d_model) → the next u, (batch, d_model).
    """
    # 1  the weights of the facts, from u and m → (batch, fact)
    # 2  the output o: the sum of all c, each times its weight → (batch, d_model)
    # 3  the query of the next hop
    raise NotImplementedError("hop is still to be written")


def answer(u: Tensor, memory: Tensor, W: Tensor) -> Tensor:
    """Run all hops, then return the probability of each answer.

    u (batch, d_model); memory (table, batch, fact, d_model), in which hop k compares u with memory[k] and
    reads memory[k + 1]; W (answer, d_model) → (batch, answer).
    """
    # The last u times a row of W is the logit of an answer.
    raise NotImplementedError("answer is still to be written")
