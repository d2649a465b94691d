"""Your exercise: two functions that score a query against a key, and a soft lookup.

Write the three functions, save this file, then run `check()` in the notebook or look at the exercise
box in the app. Both re-read this file every time. Begin with `general`; its checks come first.
"""

import torch  # noqa: F401  torch.tanh will be useful
from torch import Tensor


def general(query: Tensor, key: Tensor, W: Tensor) -> Tensor:
    """query (query, d_q), key (key, d_k), W (d_q, d_k) → a score for each pair, (query, key).

    d_q and d_k can differ. The score of one pair is qᵀ W k; do not scale it.
    """
    raise NotImplementedError("general is still to be written")


def additive(query: Tensor, key: Tensor, W_1: Tensor, W_2: Tensor, v: Tensor) -> Tensor:
    """query (query, d_q), key (key, d_k) → a score for each pair, (query, key).

    W_1 (hidden, d_q), W_2 (hidden, d_k), v (hidden,). The score of one pair is v · tanh(W₁ q + W₂ k).
    """
    # 1  multiply every query by W₁ → (query, hidden), every key by W₂ → (key, hidden)
    # 2  add each query to each key: the queries need an axis for the keys, the keys one for the queries
    #    → (query, key, hidden); then tanh
    # 3  take the dot product with v → (query, key)
    raise NotImplementedError("additive is still to be written")


def soft_lookup(query: Tensor, key: Tensor, value: Tensor, temperature: float) -> Tensor:
    """query (query, d), key (key, d), value (key, d_v) → a mixture of values for each query, (query, d_v).

    The score of a query and a key is their dot product. Divide the scores by the temperature; a
    softmax then turns them into the weights of the values.
    """
    raise NotImplementedError("soft_lookup is still to be written")
