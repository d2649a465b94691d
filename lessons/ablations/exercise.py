"""Your exercise: LayerNorm and the residual connection; optional: two statistics of a measured proportion.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `layer_norm`; its checks come first. `interval`
and `p_value` are optional.
"""

import math  # noqa: F401  math.sqrt and math.comb will be useful
from collections.abc import Callable

import torch  # noqa: F401
from torch import Tensor

# --- the layers ---------------------------------------------------------------------------------


def layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    """Normalise every vector of x to mean 0 and variance 1, then scale it by γ and shift it by β.

    x (…, d_model), usually (batch, position, d_model); gamma and beta (d_model,) → the shape of x.
        γ (x − μ) / √(σ² + ε) + β
    """
    # 1  mean: of the d_model components of each vector → (…, 1), so that it can be subtracted from x
    # 2  variance: the mean of (x − mean)² of each vector, a division by d_model → (…, 1)
    # 3  normed: x − mean, divided by √(variance + eps) → (…, d_model)
    # 4  each feature times its γ, plus its β → (…, d_model)
    raise NotImplementedError("layer_norm is still to be written")


def residual(x: Tensor, sublayer: Callable, norm: Callable, dropout: Callable) -> Tensor:
    """Add to x the output of a sub-layer (attention, feed-forward) for `norm(x)`.

    x (…, d_model) → the same shape. Call `sublayer`, `norm` and `dropout` with one tensor each; they return
    a tensor of the same shape. LayerNorm comes first (pre-norm, Xiong et al. 2020), dropout last.
    """
    # 1  change: norm, then sub-layer, then dropout → (…, d_model)
    # 2  x itself, plus this change → (…, d_model)
    raise NotImplementedError("residual is still to be written")


# --- optional: statistics -----------------------------------------------------------------------


def interval(right: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's 95% interval for a proportion: (low, high), both between 0 and 1.

    It contains all proportions p that are compatible with `right` of `count`:
        |right/count − p| ≤ z √(p (1 − p) / count)
    """
    # 1  share: right / count
    # 2  The two ends are the solutions of  (share − p)² = z² p (1 − p) / count.
    #    With s = z²/count they are  (share + s/2 ± √(share (1 − share) s + s²/4)) / (1 + s).
    # 3  return low, high
    raise NotImplementedError("interval is still to be written")


def p_value(first: list[bool], second: list[bool]) -> float:
    """Return the exact two-sided p-value of McNemar's test for two models.

    `first[k]` and `second[k]` say whether each model was right on sentence k. If both models were equally good,
    every sentence on which exactly one is right would be the toss of a fair coin.
    """
    # 1  only_first: sentences on which only the first is right; only_second the other way round
    # 2  tosses: the sum of the two counts; fewer: the smaller of the two
    # 3  one side: the probability of at most `fewer` heads in `tosses` tosses; math.comb(n, k) counts
    # 4  two sides: twice that, but never more than 1
    raise NotImplementedError("p_value is still to be written")
