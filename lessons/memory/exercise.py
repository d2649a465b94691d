"""Your exercise: a memory network. It looks at facts, takes what it finds along, and looks again.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both read this file anew each time. Begin with `look`; its checks come first.
"""

from itertools import pairwise  # noqa: F401  pairwise("abc") gives "a", "b" and "b", "c"

import torch  # noqa: F401
from torch import Tensor


def look(u: Tensor, m: Tensor) -> Tensor:
    """p = softmax(uᵀ m): how much the question looks at each fact.

    u (batch, d_model), m (batch, fact, d_model) → (batch, fact), where each row adds up to 1.
    """
    # 1  the match of u and each fact: their dot product → (batch, fact). u[..., None] is (batch, d_model, 1)
    # 2  softmax over the facts
    raise NotImplementedError("look is still to be written")


def hop(u: Tensor, m: Tensor, c: Tensor) -> Tensor:
    """Find with m, read c, and take what was found along.

    u (batch, d_model), m and c (batch, fact, d_model) → the next u, (batch, d_model).
    """
    # 1  weights: where u looks, by m → (batch, fact)
    # 2  o: the sum of all facts of c, each times its weight → (batch, d_model)
    # 3  what the next hop asks with
    raise NotImplementedError("hop is still to be written")


def answer(u: Tensor, memory: Tensor, W: Tensor) -> Tensor:
    """All hops, then the answer.

    u (batch, d_model); memory (table, batch, fact, d_model), in which hop k finds with memory[k] and reads
    memory[k + 1]; W (answer, d_model) → how probable each answer is, (batch, answer).
    """
    # The last u times each row of W is the score of an answer.
    raise NotImplementedError("answer is still to be written")
