"""Your exercise: two masks, their combination, and a masked softmax.

Write the four functions, save this file, then run `check()` in the notebook or look at the exercise
box in the app. Both re-read this file every time. Begin with `causal`; its checks come first.

Here True always means “may attend”. (In `nn.MultiheadAttention` it means the opposite.)
"""

import math  # noqa: F401  math.inf will be useful

import torch  # noqa: F401
from torch import Tensor


def causal(queries: int, keys: int | None = None, device=None) -> Tensor:
    """Let each position attend to itself and to earlier positions: bool, (query, key).

    Without `keys` there are as many as queries. With fewer queries than keys, the queries are the LAST
    positions: a decoder that writes word by word keeps the keys of the words so far (a cache) and has queries
    only for the newest. causal(1, 5) is the last row of causal(5), and causal(2, 5) the last two.
    """
    # 1  query: the positions of the queries as a column → (query, 1).
    #    The last one is keys − 1.
    # 2  key: the positions 0 … keys − 1 as a row → (1, key)
    # 3  compare the two → (query, key)
    raise NotImplementedError("causal is still to be written")


def padding(tokens: Tensor, pad: int) -> Tensor:
    """Hide padding from every query; tokens (batch, key), `pad` the id of padding.

    → bool, (batch, 1, 1, key): one axis for the heads, one for the queries, so that it broadcasts to scores
    (batch, head, query, key).
    """
    raise NotImplementedError("padding is still to be written")


def both(tokens: Tensor, pad: int) -> Tensor:
    """The mask of a decoder: it hides later positions and padding.

    tokens (batch, n) → bool, (batch, 1, n, n). Use the two functions above.
    """
    raise NotImplementedError("both is still to be written")


def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Weights (…, query, key) from scores (…, query, key), with weight 0 where the mask is False.

    Every row sums to 1. A row in which everything is masked gives zeros, never NaN.
    """
    # 1  hidden: the scores, with −∞ where the mask is False
    # 2  weights: the softmax over the keys, which is the last axis
    # 3  a fully masked row is 0/0: replace it by zeros
    raise NotImplementedError("masked_softmax is still to be written")
