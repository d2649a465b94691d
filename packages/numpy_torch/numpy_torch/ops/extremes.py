"""Maximum, minimum, their positions, and sorting."""

from typing import Any, NamedTuple

import numpy as np

from numpy_torch import grad
from numpy_torch.memory import expanded, order
from numpy_torch.operation import METHODS, NUMBER, operation, untraced
from numpy_torch.ops.folds import axes, folded_shape, opened
from numpy_torch.ops.shapes import in_range
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Tensor


class Best(NamedTuple):
    """The results of `max`, `sort` and `topk`: values and positions."""

    values: Any
    indices: Any

    def __repr__(self):
        return f"torch.return_types.{type(self).__name__}(\nvalues={self.values!r},\nindices={self.indices!r})"


_Max, _Min, _Sort, _TopK, _Median = (
    type(name, (Best,), {"__slots__": ()}) for name in ("max", "min", "sort", "topk", "median")
)


def _largest(g, x, out, dim, keepdim):
    """Share the gradient among equal values. With NaN, PyTorch gives NaN to all of them."""
    g, out = (opened(array, x.shape, axes(dim), keepdim) for array in (g, out))
    here = x == out
    return g * here / np.sum(here, axis=axes(dim, x.ndim), keepdims=True)


def _evenly(g, x, out):
    """Share the gradient of a value of the whole tensor among the elements that have it."""
    here = np.isnan(x) if np.isnan(out) else x == out
    return np.where(here, g / np.sum(here), 0)


@operation(x=_largest, meta=folded_shape)
def amax(x, dim=None, keepdim=False):
    return np.max(x, axis=axes(dim, x.ndim), keepdims=keepdim)


@operation(x=_largest, meta=folded_shape)
def amin(x, dim=None, keepdim=False):
    return np.min(x, axis=axes(dim, x.ndim), keepdims=keepdim)


@operation()
def argmax(x, dim=None, keepdim=False):
    return np.argmax(_filled(x, dim), axis=axes(dim, x.ndim), keepdims=keepdim)


@operation()
def argmin(x, dim=None, keepdim=False):
    return np.argmin(_filled(x, dim), axis=axes(dim, x.ndim), keepdims=keepdim)


def _filled(x, dim):
    if x.dtype == bool:
        raise RuntimeError("argmax(): does not support bool input")
    if not x.size and (dim is None or not x.shape[dim]):
        raise IndexError("argmax(): Expected reduction dim to be specified for input.numel() == 0.")
    return x


@operation(function=False, method=False, x=_evenly, meta=folded_shape)
def largest_of_all(x):
    return np.max(x)


@operation(function=False, method=False, x=_evenly, meta=folded_shape)
def smallest_of_all(x):
    return np.min(x)


def _extreme(whole, place, pair, answer):
    """Maximum and minimum: of all values, along an axis (values and positions), or of two tensors."""

    def best(x, dim=None, keepdim=False):
        if dim is None:
            return whole(x)
        if not isinstance(dim, int):
            return METHODS[pair](x, dim)
        in_range(x, dim)
        if not x.ndim:
            return answer(alone(x), argsort(x, dim))
        at = METHODS[place](METHODS["int"](x) if x.array.dtype == bool else x, dim, True)
        values = METHODS["gather"](x, dim, at)
        if not keepdim:
            values, at = _without_axis(values, dim), _without_axis(at, dim)
        return answer(values, at)

    return best


def _without_axis(x, dim):
    """Return x without an axis of length 1. In PyTorch it is no view."""
    x = METHODS["squeeze"](x, dim)
    x.view_of = None
    return x


def alone(x):
    """The value of a tensor without axes; the index that torch keeps makes the gradient work only once."""
    value = METHODS["clone"](x)
    grad.keep(value, NUMBER)
    return value


def _sorted(x, dim=-1, descending=False, stable=False):
    at = argsort(x, dim, descending)
    if not x.ndim:
        return _Sort(alone(x), at)
    return _Sort(METHODS["gather"](x, dim, at), at)


@operation()
def argsort(x, dim=-1, descending=False, stable=False):
    if not x.ndim:
        axes(dim, 0)
        return np.zeros((), np.int64)
    places = np.empty_like(x, np.int64, order(x))
    places[...] = _in_order(x, dim, descending)
    return places


def _in_order(x, dim, descending):
    if not descending:
        return np.argsort(x, axis=dim, kind="stable")
    # reversed, so that equal values keep their order and NaN comes first, as in torch
    turned = np.flip(x, dim)
    return x.shape[dim] - 1 - np.flip(np.argsort(turned, axis=dim, kind="stable"), dim)


def _topk(x, k, dim=-1, largest=True, sorted=True):
    if x.array.dtype == bool:
        raise RuntimeError("topk does not support bool dtypes on CPU")
    if not x.ndim:
        axes(dim, 0)
        if k > 1:
            raise RuntimeError("selected index k out of range")
        return _TopK(alone(x), argsort(x, dim))
    if k > x.shape[dim]:
        raise RuntimeError("selected index k out of range")
    at = METHODS["contiguous"](METHODS["narrow"](argsort(x, dim, largest), dim, 0, k))
    return _TopK(METHODS["gather"](x, dim, at), at)


@operation(function=False, method=False, x=_evenly)
def middle_value(x):
    """The lower of the two middle values; NaN if there is one, and without values."""
    if not x.size or (x.dtype.kind == "f" and np.isnan(x).any()):
        return np.full((), np.nan).astype(x.dtype)
    return np.sort(x, axis=None)[(x.size - 1) // 2]


def _median(x, dim=None, keepdim=False):
    if x.array.dtype == bool:
        raise NotImplementedError("\"median_cpu\" not implemented for 'Bool'")
    if dim is None:
        return middle_value(x)
    if expanded(x.array):  # PyTorch 2.13 computes wrong numbers
        raise refuse("median() along an axis of an expanded tensor")
    if not x.ndim:
        axes(dim, 0)
        return _Median(alone(x), argsort(x, dim))
    at = METHODS["narrow"](argsort(x, dim), dim, (x.shape[dim] - 1) // 2, 1)
    if x.is_floating_point() and (empty := np.isnan(x.array)).any():  # the answer is NaN
        first = np.argmax(empty, dim, keepdims=True)
        at = Tensor(np.where(empty.any(dim, keepdims=True), first, at.array))
    parts = [METHODS["gather"](x, dim, at), at]
    return _Median(*(parts if keepdim else [_without_axis(part, dim) for part in parts]))


def quantile(x, q, dim=None, keepdim=False):
    q = q.array if isinstance(q, Tensor) else q
    (x,) = untraced("quantile", x)
    if x.dtype not in (np.float32, np.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if not np.all(np.isfinite(x)):
        raise refuse("quantile() of NaN or ∞")
    return Tensor(np.asarray(np.quantile(x, q, axis=dim, keepdims=keepdim), x.dtype))


SEVERAL = {
    "max": _extreme(largest_of_all, "argmax", "maximum", _Max),
    "min": _extreme(smallest_of_all, "argmin", "minimum", _Min),
    "sort": _sorted,
    "topk": _topk,
    "median": _median,
    "quantile": quantile,
}
