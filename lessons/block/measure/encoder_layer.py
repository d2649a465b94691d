"""An encoder layer as two functions, to be written by hand. `transformer/layers.py` has the same as modules,
with a probe at each step; a test compares both."""

from collections.abc import Callable

from torch import Tensor

Function = Callable[[Tensor], Tensor]


def feed_forward(x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> Tensor:
    """Return max(0, x W_1 + b_1) W_2 + b_2 at every position: (…, d_model) → the same shape."""
    hidden = (x @ W_1 + b_1).relu()  # (…, d_ff)
    return hidden @ W_2 + b_2  # (…, d_model)


def encoder_layer(
    x: Tensor,
    attention: Function,
    feed_forward: Function,
    norm_1: Function,
    norm_2: Function,
    pre: bool,
) -> Tensor:
    """Return attention, then feed-forward, each inside a residual: (batch, position, d_model) → the same shape.

    `pre`: LayerNorm before each sub-layer; otherwise after each sum.
    """
    if pre:
        x = x + attention(norm_1(x))  # (batch, position, d_model)
        return x + feed_forward(norm_2(x))
    x = norm_1(x + attention(x))  # (batch, position, d_model)
    return norm_2(x + feed_forward(x))
