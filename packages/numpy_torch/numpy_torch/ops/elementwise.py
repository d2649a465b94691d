"""Elementwise operations on one tensor, each with its rule."""

import math
from functools import wraps

import numpy as np

from numpy_torch.dtypes import promoted, real
from numpy_torch.memory import order
from numpy_torch.operation import FUNCTIONS, METHODS, operation


def _one_shape(forward, x, *args, **kwargs):
    return x.shape, forward(np.ones(1, x.dtype), *args, **kwargs).dtype


def unary(**rules):
    """Define an operation on one tensor, which converts integers to floats first."""

    def decorate(forward):
        @wraps(forward)
        def of_real(x, *args, **kwargs):
            return forward(real(x), *args, **kwargs)

        return operation(meta=_one_shape, **rules)(of_real)

    return decorate


def signs(x):
    """Return −1, 0 or 1; like PyTorch, 0 for NaN."""
    return x.copy() if x.dtype == bool else np.nan_to_num(np.sign(x))


# ---- unary ---------------------------------------------------------------------------------------
@operation(meta=_one_shape, x=lambda g: -g)
def neg(x):
    if x.dtype == bool:
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use "
            "the `~` or `logical_not()` operator instead."
        )
    return -x


@operation(meta=_one_shape, kinds="iuf", x=lambda g, x: g * signs(x))
def abs_(x):
    return np.abs(x)


@operation(meta=_one_shape, x=lambda g, x: 2 * g * x)
def square(x):
    x = x.astype(np.int64) if x.dtype == bool else x
    return x * x


@operation(meta=_one_shape, x=lambda g, out: np.where(out <= 0, 0, g))
def relu(x):
    if x.dtype == bool:
        raise RuntimeError("Boolean inputs not supported for relu")
    return np.maximum(x, x.dtype.type(0))


@unary(x=lambda g, out: g * out)
def exp(x):
    return np.exp(x)


@unary(x=lambda g, x: g / x)
def log(x):
    return np.log(x)


@unary(x=lambda g, x: g / (x * x.dtype.type(math.log(2))))
def log2(x):
    return np.log2(x)


@unary(x=lambda g, x: g / (x * x.dtype.type(math.log(10))))
def log10(x):
    return np.log10(x)


@unary(x=lambda g, x: g / (1 + x))
def log1p(x):
    return np.log1p(x)


@unary(x=lambda g, out: g * (out + 1))
def expm1(x):
    return np.expm1(x)


@unary(x=lambda g, out: g / (2 * out))
def sqrt(x):
    return np.sqrt(x)


@unary(x=lambda g, out: -g * out**3 / 2)
def rsqrt(x):
    return 1 / np.sqrt(x)


@unary(x=lambda g, out: -g * out * out)
def reciprocal(x):
    return 1 / x


@unary(x=lambda g, out: g * (1 - out * out))
def tanh(x):
    return np.tanh(x)


@unary(x=lambda g, out: g * out * (1 - out))
def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@unary(x=lambda g, x: np.where((x >= 0) & (x <= 1), g / (x * (1 - x)), np.nan))
def logit(x):
    return np.log(x / (1 - x))


@unary(x=lambda g, x: g * np.cos(x))
def sin(x):
    return np.sin(x)


@unary(x=lambda g, x: -g * np.sin(x))
def cos(x):
    return np.cos(x)


@unary(x=lambda g, out: g * (1 + out * out))
def tan(x):
    return np.tan(x)


@unary(x=lambda g, x: g / np.sqrt(1 - x * x))
def asin(x):
    return np.arcsin(x)


@unary(x=lambda g, x: -g / np.sqrt(1 - x * x))
def acos(x):
    return np.arccos(x)


@unary(x=lambda g, x: g / (1 + x * x))
def atan(x):
    return np.arctan(x)


@unary(x=lambda g: np.deg2rad(g))
def deg2rad(x):
    return np.deg2rad(x)


# numpy has neither, so Python computes one number at a time
_ERF, _ERFC = np.frompyfunc(math.erf, 1, 1), np.frompyfunc(math.erfc, 1, 1)


@unary(x=lambda g, x: g * x.dtype.type(2 / math.sqrt(math.pi)) * np.exp(-x * x))
def erf(x):
    return np.asarray(_ERF(x), x.dtype)


@unary(x=lambda g, x: -g * x.dtype.type(2 / math.sqrt(math.pi)) * np.exp(-x * x))
def erfc(x):
    return np.asarray(_ERFC(x), x.dtype)


# ---- step functions: their derivative is 0 -------------------------------------------------------
def _step(name, function, kinds=None):
    def step(x):
        return function(x)

    step.__name__ = name
    operation(kinds=kinds, x=lambda g: np.zeros_like(g))(step)


for _name in ("floor", "ceil", "trunc"):
    _step(_name, getattr(np, _name), "iuf")
_step("sign", signs)


@operation(kinds="iuf", x=lambda g: np.zeros_like(g))
def round_(x, *, decimals=0):
    return x.round(decimals)


@operation(x=lambda g, x: np.where(np.isfinite(x), g, 0))
def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    return np.nan_to_num(x.copy(order(x)), nan=nan or 0.0, posinf=posinf, neginf=neginf)


def _inside(g, x, min, max):
    above = x >= (-np.inf if min is None else min)
    below = x <= (np.inf if max is None else max)
    shape = np.broadcast_shapes(np.shape(above), np.shape(below))
    if shape != np.shape(above):  # torch combines them in place
        raise RuntimeError(
            f"output with shape {list(above.shape)} doesn't match the broadcast shape {list(shape)}"
        )
    return np.where(above & below, g, 0)


def _bounded(x, *bounds):
    if all(bound is None for bound in bounds):
        raise ValueError("clamp: At least one of 'min' or 'max' must not be None")
    kind = promoted(x, *(b for b in bounds if b is not None))
    if kind == np.bool_:
        raise NotImplementedError("\"clamp_cpu\" not implemented for 'Bool'")
    x = x.astype(kind, copy=False)
    for bound, choose in zip(bounds, (np.maximum, np.minimum), strict=True):
        if bound is not None:
            x = choose(x, np.asarray(bound, kind))
    return x


@operation(x=_inside, meta=_one_shape)
def clamp(x, min=None, max=None):
    return _bounded(x, min, max)


METHODS["clip"] = FUNCTIONS["clip"] = clamp


@operation(x=lambda g, x, min: _inside(g, x, min, None))
def clamp_min(x, min):
    return _bounded(x, min, None)


@operation(x=lambda g, x, max: _inside(g, x, None, max))
def clamp_max(x, max):
    return _bounded(x, None, max)
