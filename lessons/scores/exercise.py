"""Your exercise: two ways to score a query against a key, and a dictionary that answers softly.

Write the three functions, save this file, then run `check()` in the notebook or look at the exercise
box in the app. Both read this file anew each time. Begin with `general`; its checks come first.
"""

import torch  # noqa: F401  torch.tanh will be useful
from torch import Tensor


def general(query: Tensor, key: Tensor, W: Tensor) -> Tensor:
    """query (query, d_q), key (key, d_k), W (d_q, d_k) → a score for each pair, (query, key).

    d_q and d_k may differ. The score of one pair is qᵀ W k; it is not divided by anything.
    """
    raise NotImplementedError("general is still to be written")


def additive(query: Tensor, key: Tensor, W_1: Tensor, W_2: Tensor, v: Tensor) -> Tensor:
    """query (query, d_q), key (key, d_k) → a score for each pair, (query, key).

    W_1 (hidden, d_q), W_2 (hidden, d_k), v (hidden,). The score of one pair is v · tanh(W₁ q + W₂ k).
    """
    # 1  every query times W₁ → (query, hidden), every key times W₂ → (key, hidden)
    # 2  each query with each key: one has to get an axis for the keys, the other one for the queries
    #    → (query, key, hidden); then tanh
    # 3  the dot product with v → (query, key)
    raise NotImplementedError("additive is still to be written")


def soft_lookup(query: Tensor, key: Tensor, value: Tensor, temperature: float) -> Tensor:
    """query (query, d), key (key, d), value (key, d_v) → a mixture of values for each query, (query, d_v).

    How well a query fits a key is their dot product. Divided by the temperature and put through a
    softmax, the scores of a query become the shares of the values.
    """
    raise NotImplementedError("soft_lookup is still to be written")
