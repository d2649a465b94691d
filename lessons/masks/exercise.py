"""Your exercise: two masks, both at once, and a softmax that obeys them.

Write the four functions, save this file, then run `check()` in the notebook or look at the exercise
box in the app. Both read this file anew each time. Begin with `causal`; its checks come first.

Everywhere here True means: may look. (In `nn.MultiheadAttention` it means the opposite.)
"""

import math  # noqa: F401  math.inf will be useful

import torch  # noqa: F401
from torch import Tensor


def causal(queries: int, keys: int | None = None, device=None) -> Tensor:
    """Each position looks at itself and at what came before it: bool, (query, key).

    Without `keys` there are as many as queries. With fewer queries than keys, the queries are the LAST
    positions: a decoder that writes word by word keeps the keys of the words so far (a cache), and only the
    newest words ask. causal(1, 5) is the last row of causal(5), and causal(2, 5) the last two.
    """
    # 1  query: the positions of the queries, one below the other → (query, 1).
    #    The last one is keys − 1.
    # 2  key: the positions 0 … keys − 1, side by side → (1, key)
    # 3  compare the two → (query, key)
    raise NotImplementedError("causal is still to be written")


def padding(tokens: Tensor, pad: int) -> Tensor:
    """Nobody looks at padding; tokens (batch, key), `pad` the number that is no word.

    → bool, (batch, 1, 1, key): one axis for the heads, one for the queries, so that it broadcasts to scores
    (batch, head, query, key).
    """
    raise NotImplementedError("padding is still to be written")


def both(tokens: Tensor, pad: int) -> Tensor:
    """The mask of a decoder: nobody looks ahead, and nobody looks at padding.

    tokens (batch, n) → bool, (batch, 1, n, n). Use the two functions above.
    """
    raise NotImplementedError("both is still to be written")


def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Weights (…, query, key) from scores (…, query, key), with weight 0 where the mask is False.

    Every row sums to 1. A row in which everything is masked gives zeros, and never NaN.
    """
    # 1  hidden: the scores, −∞ where the mask is False
    # 2  weights: the softmax over the keys, which is the last axis
    # 3  a row that has nothing left is 0/0: make zeros of it
    raise NotImplementedError("masked_softmax is still to be written")
