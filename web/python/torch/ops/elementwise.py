"""Operations number by number, of one tensor or of two, each with its rule."""

import math
from functools import wraps

import numpy as np

from torch.dtypes import alike, default, promoted, real
from torch.operation import operation


def _one_shape(forward, x, *args, **kwargs):
    return x.shape, forward(np.ones(1, x.dtype), *args, **kwargs).dtype


def one(*names, **rules):
    """Of one tensor. Whole numbers become real ones first."""

    def decorate(forward):
        @wraps(forward)
        def of_real(x, *args, **kwargs):
            return forward(real(x), *args, **kwargs)

        return operation(meta=_one_shape, **rules)(of_real)

    return decorate


def _two_shape(forward, x, y, **kwargs):
    shape = np.broadcast_shapes(np.shape(x), np.shape(y))
    return shape, promoted(x, y)


def broadcast(x, y):
    """Torch's sentence for shapes that do not fit together."""
    for back in range(1, min(np.ndim(x), np.ndim(y)) + 1):
        n, m = np.shape(x)[-back], np.shape(y)[-back]
        if n != m and 1 not in (n, m):
            at = max(np.ndim(x), np.ndim(y)) - back
            return RuntimeError(
                f"The size of tensor a ({n}) must match the size of tensor b ({m}) at non-singleton dimension {at}"
            )
    return None


def two(**rules):
    """Of two, a tensor or a plain number each, in the kind that both have together."""

    def decorate(forward):
        @wraps(forward)
        def together(x, y, **kwargs):
            try:
                return forward(*alike(x, y), **kwargs)
            except ValueError as error:
                raise broadcast(x, y) or error from None

        return operation(meta=_two_shape, **rules)(together)

    return decorate


# ---- of one --------------------------------------------------------------------------------------
@operation(meta=_one_shape, x=lambda g: -g)
def neg(x):
    return -x


@operation(meta=_one_shape, x=lambda g, x: g * np.sign(x))
def abs_(x):
    return np.abs(x)


@operation(meta=_one_shape, x=lambda g, x: 2 * g * x)
def square(x):
    return x * x


@operation(meta=_one_shape, x=lambda g, out: g * (out > 0))
def relu(x):
    return np.maximum(x, x.dtype.type(0))


@one(x=lambda g, out: g * out)
def exp(x):
    return np.exp(x)


@one(x=lambda g, x: g / x)
def log(x):
    return np.log(x)


@one(x=lambda g, x: g / (x * x.dtype.type(math.log(2))))
def log2(x):
    return np.log2(x)


@one(x=lambda g, x: g / (x * x.dtype.type(math.log(10))))
def log10(x):
    return np.log10(x)


@one(x=lambda g, x: g / (1 + x))
def log1p(x):
    return np.log1p(x)


@one(x=lambda g, out: g * (out + 1))
def expm1(x):
    return np.expm1(x)


@one(x=lambda g, out: g / (2 * out))
def sqrt(x):
    return np.sqrt(x)


@one(x=lambda g, out: -g * out**3 / 2)
def rsqrt(x):
    return 1 / np.sqrt(x)


@one(x=lambda g, out: -g * out * out)
def reciprocal(x):
    return 1 / x


@one(x=lambda g, out: g * (1 - out * out))
def tanh(x):
    return np.tanh(x)


@one(x=lambda g, out: g * out * (1 - out))
def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@one(x=lambda g, x: g / (x * (1 - x)))
def logit(x):
    return np.log(x / (1 - x))


@one(x=lambda g, x: g * np.cos(x))
def sin(x):
    return np.sin(x)


@one(x=lambda g, x: -g * np.sin(x))
def cos(x):
    return np.cos(x)


@one(x=lambda g, out: g * (1 + out * out))
def tan(x):
    return np.tan(x)


@one(x=lambda g, x: g / np.sqrt(1 - x * x))
def asin(x):
    return np.arcsin(x)


@one(x=lambda g, x: -g / np.sqrt(1 - x * x))
def acos(x):
    return np.arccos(x)


@one(x=lambda g, x: g / (1 + x * x))
def atan(x):
    return np.arctan(x)


_ERF = np.frompyfunc(math.erf, 1, 1)


@one(x=lambda g, x: g * x.dtype.type(2 / math.sqrt(math.pi)) * np.exp(-x * x))
def erf(x):
    return _ERF(x).astype(x.dtype)


@operation(x=lambda g: np.zeros_like(g))
def sign(x):
    return np.sign(x)


@operation(x=lambda g: np.zeros_like(g))
def floor(x):
    return np.floor(x)


@operation(x=lambda g: np.zeros_like(g))
def ceil(x):
    return np.ceil(x)


@operation(x=lambda g: np.zeros_like(g))
def trunc(x):
    return np.trunc(x)


@operation(x=lambda g: np.zeros_like(g))
def round_(x, *, decimals=0):
    return x.round(decimals)


@operation(x=lambda g, x: np.where(np.isfinite(x), g, 0))
def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    return np.nan_to_num(x, nan=nan or 0.0, posinf=posinf, neginf=neginf)


def _inside(g, x, min, max):
    low = -np.inf if min is None else min
    high = np.inf if max is None else max
    return np.where((x >= low) & (x <= high), g, 0)


def _bounded(x, *bounds):
    kind = promoted(x, *(b for b in bounds if b is not None))
    x = x.astype(kind, copy=False)
    for bound, choose in zip(bounds, (np.maximum, np.minimum), strict=True):
        if bound is not None:
            x = choose(x, np.asarray(bound, kind))
    return x


@operation(x=_inside, meta=_one_shape)
def clamp(x, min=None, max=None):
    return _bounded(x, min, max)


@operation(x=_inside, meta=_one_shape)
def clip(x, min=None, max=None):
    return _bounded(x, min, max)


@operation(x=lambda g, x, min: _inside(g, x, min, None))
def clamp_min(x, min):
    return _bounded(x, min, None)


@operation(x=lambda g, x, max: _inside(g, x, None, max))
def clamp_max(x, max):
    return _bounded(x, None, max)


# ---- of two --------------------------------------------------------------------------------------
@operation(
    x=lambda g: g, y=lambda g, alpha: g * alpha, meta=lambda f, x, y, alpha=1: _two_shape(f, x, y)
)
def add(x, y, *, alpha=1):
    x, y = alike(x, y)
    try:
        return x + (y if alpha == 1 else y * y.dtype.type(alpha))
    except ValueError as error:
        raise broadcast(x, y) or error from None


@two(x=lambda g: g, y=lambda g: -g)
def sub(x, y):
    if np.asarray(x).dtype == bool:
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
            "operator instead."
        )
    return x - y


@two(x=lambda g, y: g * y, y=lambda g, x: g * x)
def mul(x, y):
    return x * y


@two(x=lambda g, y: g / y, y=lambda g, x, y: -g * (x / y) / y)
def div(x, y, *, rounding_mode=None):
    if rounding_mode == "floor":
        return np.floor_divide(x, y)
    if rounding_mode == "trunc":
        return np.trunc(x / y).astype(np.asarray(x).dtype)
    quotient = np.true_divide(x, y)
    whole = np.asarray(x).dtype.kind != "f"
    return quotient.astype(default[0].np) if whole else quotient


def _down(g, x, y):
    y = np.asarray(y)
    return np.where(y == 0, 0, g * y * np.power(x, np.where(y == 0, 1, y - 1)))


def _power(g, x, out):
    x = np.asarray(x)
    return np.where((x == 0) & (out == 0), 0, g * out * np.log(np.where(x > 0, x, 1)))


@operation(x=_down, y=_power, meta=_two_shape)
def pow_(x, y):
    kind = promoted(x, y)
    if np.isscalar(y):  # x ** 2 is x * x, to the last bit
        return np.asarray(x, kind) ** y
    return np.power(np.asarray(x, kind), np.asarray(y, kind))


@two(x=lambda g: g, y=lambda g, x, y: -g * np.floor_divide(x, y))
def remainder(x, y):
    return np.mod(x, y)


@two()
def floor_divide(x, y):
    return np.floor_divide(x, y)


def _shared(g, x, y, first):
    """The gradient of a maximum goes to the larger one; where both are equal, half of it to each."""
    x, y = np.asarray(x), np.asarray(y)
    return np.where(x == y, g / 2, np.where(first(x, y), g, 0))


@two(x=lambda g, x, y: _shared(g, x, y, np.greater), y=lambda g, x, y: _shared(g, x, y, np.less))
def maximum(x, y):
    return np.maximum(x, y)


@two(x=lambda g, x, y: _shared(g, x, y, np.less), y=lambda g, x, y: _shared(g, x, y, np.greater))
def minimum(x, y):
    return np.minimum(x, y)


@two(x=lambda g, x, out: g * x / out, y=lambda g, y, out: g * y / out)
def hypot(x, y):
    return np.hypot(x, y)


@two(
    x=lambda g, x, y: g * y / (np.square(x) + np.square(y)),
    y=lambda g, x, y: -g * x / (np.square(x) + np.square(y)),
)
def atan2(x, y):
    return np.arctan2(x, y)


# ---- questions, and whole numbers ----------------------------------------------------------------
def _asking(name, function, count):
    def ask(x, y):
        try:
            return function(*alike(x, y))
        except ValueError as error:
            raise broadcast(x, y) or error from None

    def ask_one(x):
        return function(x)

    made = ask if count == 2 else ask_one
    made.__name__ = name
    shaped = (
        (lambda f, x, y: (np.broadcast_shapes(np.shape(x), np.shape(y)), np.dtype(bool)))
        if count == 2
        else (lambda f, x: (x.shape, np.dtype(bool)))
    )
    return operation(meta=shaped)(made)


for _name, _function in {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
    "ge": np.greater_equal, "logical_and": np.logical_and, "logical_or": np.logical_or,
    "logical_xor": np.logical_xor, "bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or,
    "bitwise_xor": np.bitwise_xor, "bitwise_left_shift": np.left_shift,
    "bitwise_right_shift": np.right_shift,
}.items():  # fmt: skip
    _asking(_name, _function, 2)
for _name, _function in {
    "isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite, "isneginf": np.isneginf,
    "isposinf": np.isposinf, "logical_not": np.logical_not, "bitwise_not": np.invert,
}.items():  # fmt: skip
    _asking(_name, _function, 1)


@operation()
def isclose(x, y, rtol=1e-5, atol=1e-8, equal_nan=False):
    return np.isclose(x, y, rtol, atol, equal_nan)


# ---- choosing number by number -------------------------------------------------------------------
@operation(
    method=False,
    x=lambda g, condition: np.where(condition, g, 0),
    y=lambda g, condition: np.where(condition, 0, g),
    meta=lambda f, c, x, y: (
        np.broadcast_shapes(c.shape, np.shape(x), np.shape(y)),
        promoted(x, y),
    ),
)
def where(condition, x, y):
    if condition.dtype != bool:
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype}"
        )
    return np.where(condition, *alike(x, y))


@operation(
    function=True,
    x=lambda g, mask: np.where(mask, 0, g),
    value=lambda g, mask: np.where(mask, g, 0).sum(),
    meta=lambda f, x, mask, value: (np.broadcast_shapes(x.shape, mask.shape), x.dtype),
)
def masked_fill(x, mask, value):
    if mask.dtype != bool:
        raise RuntimeError(
            "masked_fill_ only supports boolean masks, but got mask with dtype " + str(mask.dtype)
        )
    try:
        return np.where(mask, np.asarray(value, x.dtype), x)
    except ValueError as error:
        raise broadcast(x, mask) or error from None
