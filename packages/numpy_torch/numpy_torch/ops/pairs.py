"""Elementwise operations on two tensors or plain numbers, with a rule for both."""

from functools import wraps

import numpy as np

from numpy_torch import grad
from numpy_torch.dtypes import alike, default, promoted, real, scalar_type
from numpy_torch.memory import row_by_row
from numpy_torch.operation import FUNCTIONS, METHODS, operation
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Tensor


def _two_shape(forward, x, y, **kwargs):
    shape = np.broadcast_shapes(np.shape(x), np.shape(y))
    return shape, promoted(x, y)


def broadcast(x, y):
    """Raise torch's error for shapes that do not broadcast."""
    for back in range(1, min(np.ndim(x), np.ndim(y)) + 1):
        n, m = np.shape(x)[-back], np.shape(y)[-back]
        if n != m and 1 not in (n, m):
            at = max(np.ndim(x), np.ndim(y)) - back
            return RuntimeError(
                f"The size of tensor a ({n}) must match the size of tensor b ({m}) at non-singleton dimension {at}"
            )
    return None


def two(kinds=None, only_tensors=False, **rules):
    """Convert two tensors or plain numbers to their common dtype."""

    def decorate(forward):
        @wraps(forward)
        def together(x, y, **kwargs):
            try:
                return forward(*alike(x, y), **kwargs)
            except ValueError as error:
                raise broadcast(x, y) or error from None

        made = operation(meta=_two_shape, kinds=kinds, only_tensors=only_tensors, **rules)
        return made(together)

    return decorate


def _whole_alpha(x, alpha):
    if x.dtype.kind != "f" and isinstance(alpha, float):
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point number."
        )


@operation(
    x=lambda g: g, y=lambda g, alpha: g * alpha, meta=lambda f, x, y, alpha=1: _two_shape(f, x, y)
)
def add(x, y, *, alpha=1):
    x, y = alike(x, y)
    _whole_alpha(x, alpha)
    try:
        return x + (y if alpha == 1 else y * y.dtype.type(alpha))
    except ValueError as error:
        raise broadcast(x, y) or error from None


@operation(
    x=lambda g: g, y=lambda g, alpha: -g * alpha, meta=lambda f, x, y, alpha=1: _two_shape(f, x, y)
)
def sub(x, y, *, alpha=1):
    if any(isinstance(v, bool) or getattr(v, "dtype", None) == np.bool_ for v in (x, y)):
        raise RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, "
            "use the `~` or `logical_not()` operator instead."
        )
    x, y = alike(x, y)
    _whole_alpha(x, alpha)
    try:
        return x - (y if alpha == 1 else y * y.dtype.type(alpha))
    except ValueError as error:
        raise broadcast(x, y) or error from None


@two(x=lambda g, y: g * y, y=lambda g, x: g * x)
def mul(x, y):
    return x * y


@two(
    x=lambda g, y, rounding_mode: np.zeros_like(g) if rounding_mode else g / y,
    y=lambda g, x, y, rounding_mode: np.zeros_like(g) if rounding_mode else -g * (x / y) / y,
)
def div(x, y, *, rounding_mode=None):
    if rounding_mode not in (None, "floor", "trunc"):
        raise RuntimeError(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' "
            f"but found '{rounding_mode}'"
        )
    if rounding_mode and np.asarray(x).dtype == np.bool_:
        raise NotImplementedError("\"div_floor_cpu\" not implemented for 'Bool'")
    if rounding_mode:
        _no_whole_zero(y)
        if rounding_mode == "trunc" and x.dtype.kind == "f":
            return np.trunc(x / y)
        down = np.floor_divide(x, y)
        if rounding_mode == "floor":
            return down
        return np.where((down < 0) & (down * y != x), np.ceil(x / y), down).astype(down.dtype)
    quotient = np.true_divide(x, y)
    whole = np.asarray(x).dtype.kind != "f"
    return quotient.astype(default[0].np) if whole else quotient


def _down(g, x, y):
    y = np.asarray(y)
    if y.dtype == np.bool_:
        raise RuntimeError("Subtraction, the `-` operator, with a bool tensor is not supported.")
    return np.where(y == 0, 0, g * y * np.power(x, np.where(y == 0, 1, y - 1)))


def _power(g, x, y, out):
    x = np.asarray(x, out.dtype)
    return g * np.where((x == 0) & (y >= 0), 0, out * np.log(x))


@operation(x=_down, y=_power, meta=_two_shape)
def pow_(x, y):
    kind = promoted(x, y)
    if kind == np.bool_:
        raise NotImplementedError("\"pow\" not implemented for 'Bool'")
    if kind.kind != "f" and np.any(np.asarray(y) < 0):
        raise refuse("A negative power of whole numbers")
    if np.isscalar(x):
        y = row_by_row(y)
    if np.isscalar(y):  # x ** 2 is exactly x * x
        return np.asarray(x, kind) ** y
    return np.power(np.asarray(x, kind), np.asarray(y, kind))


def _keeping_its_result(x, y):
    """Like PyTorch, refuse a change of the result if the exponent is a tensor."""
    result = pow_(x, y)
    if isinstance(y, Tensor):
        grad.keep(result, [result])
    return result


FUNCTIONS["pow"] = METHODS["pow"] = _keeping_its_result


def _no_whole_zero(y):
    """Floats can be divided by 0, integers cannot; numpy returns 0."""
    y = np.asarray(y)
    if y.dtype.kind != "f" and not np.all(y):
        raise RuntimeError("ZeroDivisionError")


@two(x=lambda g: g, y=lambda g, x, y: -g * np.floor_divide(x, y))
def remainder(x, y):
    if x.dtype == np.bool_:
        raise NotImplementedError("\"remainder_cpu\" not implemented for 'Bool'")
    _no_whole_zero(y)
    return np.mod(x, y)


@two()
def floor_divide(x, y):
    if x.dtype == np.bool_:
        raise NotImplementedError("\"div_floor_cpu\" not implemented for 'Bool'")
    _no_whole_zero(y)
    return np.floor_divide(x, y)


def _shared(g, x, y, loses):
    """The gradient of a maximum goes to the larger value; equal values get half of it each."""
    x, y = np.asarray(x), np.asarray(y)
    return np.where(x == y, g / 2, np.where(loses(x, y), 0, g))


@two(
    only_tensors=True,
    x=lambda g, x, y: _shared(g, x, y, np.less),
    y=lambda g, x, y: _shared(g, x, y, np.greater),
)
def maximum(x, y):
    return np.maximum(x, y)


@two(
    only_tensors=True,
    x=lambda g, x, y: _shared(g, x, y, np.greater),
    y=lambda g, x, y: _shared(g, x, y, np.less),
)
def minimum(x, y):
    return np.minimum(x, y)


@two(
    only_tensors=True,
    x=lambda g, x, out: g * x / out,
    y=lambda g, y, out: g * y / out,
)
def hypot(x, y):
    if x.dtype.kind != "f":
        raise NotImplementedError(f"\"hypot_cpu\" not implemented for '{scalar_type(x.dtype)}'")
    return np.hypot(x, y)


def _angle(g, x, y, up):
    """The gradient is 0 at the origin."""
    if x.dtype == np.bool_:
        raise RuntimeError("Negation, the `-` operator, on a bool tensor is not supported.")
    if np.uint8 in (x.dtype, y.dtype):
        raise refuse("A gradient of 'atan2' with uint8")
    x, y = np.asarray(x, g.dtype), np.asarray(y, g.dtype)
    length = x * x + y * y
    return g * np.where(length == 0, 0, up(x, y) / length)


@two(
    only_tensors=True,
    x=lambda g, x, y: _angle(g, x, y, lambda x, y: y),
    y=lambda g, x, y: _angle(g, x, y, lambda x, y: -x),
)
def atan2(x, y):
    return np.arctan2(real(x), real(y))
