"""Activation functions, each with its gradient rule."""

import math

import numpy as np

from numpy_torch.operation import FUNCTIONS, METHODS, operation
from numpy_torch.ops.changing import become, before


def _answer(input, result, inplace):
    """Return the result; `inplace`, as a change of the input."""
    return become(input, result) if inplace else result


def relu(input, inplace=False):
    return METHODS["relu_" if inplace else "relu"](input)


def sigmoid(input):
    return METHODS["sigmoid"](input)


def tanh(input):
    return METHODS["tanh"](input)


def _usual_axis(x):
    """Return torch's default axis."""
    return 0 if x.ndim in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    return METHODS["softmax"](input, _usual_axis(input) if dim is None else dim, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    return METHODS["log_softmax"](input, _usual_axis(input) if dim is None else dim, dtype)


def _silu_back(g, x):
    s = 1 / (1 + np.exp(-x))
    return g * s * (1 + x * (1 - s))


@operation(method=False, function=False, kinds="f", x=_silu_back)
def _silu(x):
    return x / (1 + np.exp(-x))


def silu(input, inplace=False):
    return _answer(input, _silu(before(input) if inplace else input), inplace)


@operation(
    method=False,
    function=False,
    kinds="f",
    x=lambda g, x: np.where(x > 20, g, g / (1 + np.exp(-x))),
)
def softplus(x):
    """ln(1 + eˣ); above 20 it is x itself, as in torch."""
    return np.where(x > 20, x, np.log1p(np.exp(x)))


@operation(
    method=False,
    function=False,
    kinds="f",
    x=lambda g, x, alpha: np.where(x <= 0, g * alpha * np.exp(np.minimum(x, 0)), g),
)
def elu(x, alpha=1.0):
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0))).astype(x.dtype)


def _normal_share(x):
    return FUNCTIONS["erf"].array_function(x / x.dtype.type(math.sqrt(2)))


def _bend(g, x, approximate):
    if approximate == "tanh":
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
        t = np.tanh(inner)
        slope = math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * x * x)
        return (g * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * slope)).astype(x.dtype)
    density = np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    return g * (0.5 * (1 + _normal_share(x)) + x * density)


@operation(
    method=False,
    function=False,
    kinds="f",
    x=_bend,
    meta=lambda f, x, approximate="none": (x.shape, x.dtype),
)
def gelu(x, approximate="none"):
    """x times the probability of a standard normal value below x."""
    if approximate == "tanh":
        return x * 0.5 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return x * 0.5 * (1 + _normal_share(x))
