"""Your exercise: a feed-forward network, a whole encoder layer, and LayerNorm split into parts.

Write the functions, save this file, then run `check()` in the notebook or look at the exercise box in
the app. Both re-read this file every time. Begin with `feed_forward`; its checks come first.
"""

from collections.abc import Callable

import torch  # noqa: F401  torch.cat and torch.sqrt will be useful
from torch import Tensor


def feed_forward(x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> Tensor:
    """Compute max(0, x W_1 + b_1) W_2 + b_2 at every position separately.

    x (…, d_model), W_1 (d_model, d_ff), b_1 (d_ff,), W_2 (d_ff, d_model), b_2 (d_model,) → the shape of x.
    """
    # 1  hidden: x times W_1, plus b_1, negative values set to 0 → (…, d_ff)
    # 2  hidden times W_2, plus b_2 → (…, d_model)
    raise NotImplementedError("feed_forward is still to be written")


def encoder_layer(
    x: Tensor,
    attention: Callable,
    feed_forward: Callable,
    norm_1: Callable,
    norm_2: Callable,
    pre: bool,
) -> Tensor:
    """Apply attention, then feed-forward, each with a residual connection. x (batch, position, d_model) keeps its
    shape.

    `attention`, `feed_forward`, `norm_1` and `norm_2` take one tensor each and return one of the same shape. `norm_1`
    belongs to attention, `norm_2` to feed_forward. With `pre` True, LayerNorm comes before each sub-layer, and x
    itself is not normalised. With `pre` False, as in Vaswani et al. (2017), it comes after each sum.
    """
    # The notebook has the formulas of one sub-layer under "Residual connections in deep stacks". What does the second
    # one read?
    raise NotImplementedError("encoder_layer is still to be written")


def through_norm(parts: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
    """Split LayerNorm(x) into one part for each part of x, with β as the last part.

    parts (part, …, d_model), which add up to x → (part + 1, …, d_model), which add up to LayerNorm(x).
    """
    # 1  x: all parts added up → (…, d_model)
    # 2  divisor: √(variance of x + eps), with the variance divided by d_model → (…, 1)
    # 3  each part, minus its own mean, times gamma, divided by that divisor → (part, …, d_model)
    # 4  beta as one more part: beta.expand_as(x)[None] is (1, …, d_model), and torch.cat puts it last
    raise NotImplementedError("through_norm is still to be written")
