"""Reductions: sums, means, variances and norms."""

import numpy as np

from numpy_torch.dtypes import scalar_type
from numpy_torch.operation import operation
from numpy_torch.ops.elementwise import signs
from numpy_torch.refusal import refuse


def axes(dim, ndim=1):
    """Return numpy's axes. A tensor without axes may be reduced along 0 and −1."""
    if not ndim:
        for axis in np.atleast_1d(() if dim is None else dim):
            if axis not in (0, -1):
                raise np.exceptions.AxisError(int(axis), 0)
        return None
    if isinstance(dim, tuple | list):
        return tuple(dim) or None
    return dim


def opened(g, shape, dim, keepdim):
    """Restore the reduced axes of a gradient."""
    if dim is None or not shape:
        return np.broadcast_to(g, shape)
    if not keepdim:
        g = np.expand_dims(g, tuple(d % len(shape) for d in np.atleast_1d(dim)))
    return np.broadcast_to(g, shape)


def folded(shape, dim, keepdim=False):
    """Return the shape after the reduction."""
    gone = (
        range(len(shape))
        if dim is None or dim == () or not shape
        else [d % len(shape) for d in np.atleast_1d(dim)]
    )
    if keepdim:
        return tuple(1 if i in gone else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in gone)


def folded_shape(forward, x, dim=None, keepdim=False, **kwargs):
    return folded(x.shape, dim, keepdim), forward(np.ones(1, x.dtype)).dtype


def _count(shape, out_size):
    return int(np.prod(shape)) / max(out_size, 1)


def whole(x, kind):
    if kind is not None:
        return x.astype(kind.np)
    return x.astype(np.int64) if x.dtype.kind in "bui" else x


@operation(x=lambda g, shape, dim, keepdim: opened(g, shape, axes(dim), keepdim), meta=folded_shape)
def sum_(x, dim=None, keepdim=False, *, dtype=None):
    return np.sum(whole(x, dtype), axis=axes(dim, x.ndim), keepdims=keepdim)


@operation(
    x=lambda g, shape, dim, keepdim: opened(g, shape, axes(dim), keepdim) / _count(shape, g.size),
    meta=folded_shape,
)
def mean(x, dim=None, keepdim=False, *, dtype=None):
    x = x if dtype is None else x.astype(dtype.np)
    if x.dtype.kind != "f":
        kind = {"i": "Long", "b": "Bool"}.get(x.dtype.kind, "Byte")
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
            f"Got: {kind}"
        )
    return np.mean(x, axis=axes(dim, x.ndim), keepdims=keepdim)


def _product(g, x, out, dim, keepdim):
    if not np.all(x):
        raise refuse("The gradient of 'prod' with a factor of 0")
    out = opened(out, x.shape, axes(dim), keepdim)
    return opened(g, x.shape, axes(dim), keepdim) * out / x


@operation(x=_product)
def prod(x, dim=None, keepdim=False):
    return np.prod(whole(x, None), axis=axes(dim, x.ndim), keepdims=keepdim)


def _yes(answer, x):
    """A bool, except for the old masks of uint8."""
    return answer.astype(np.uint8) if x.dtype == np.uint8 else answer


@operation()
def any_(x, dim=None, keepdim=False):
    return _yes(np.any(x, axis=axes(dim, x.ndim), keepdims=keepdim), x)


@operation()
def all_(x, dim=None, keepdim=False):
    return _yes(np.all(x, axis=axes(dim, x.ndim), keepdims=keepdim), x)


@operation()
def count_nonzero(x, dim=None):
    return np.count_nonzero(x, axis=axes(dim, x.ndim))


def _needs_floats(x):
    if x.dtype.kind != "f":
        raise RuntimeError("std and var only support floating point and complex dtypes")


def _free(unbiased, correction):
    return int(unbiased) if correction is None else correction


def _variance(g, x, dim, keepdim, unbiased, correction):
    far = x - x.mean(axes(dim, x.ndim), keepdims=True)
    count = np.float64(_count(x.shape, g.size) - _free(unbiased, correction))
    return opened(g, x.shape, axes(dim), keepdim) * far * x.dtype.type(2 / np.maximum(count, 0))


@operation(x=_variance)
def var(x, dim=None, unbiased=True, keepdim=False, *, correction=None):
    _needs_floats(x)
    return np.var(x, axis=axes(dim, x.ndim), keepdims=keepdim, ddof=_free(unbiased, correction))


@operation(
    x=lambda g, x, out, dim, keepdim, unbiased, correction: _variance(
        np.where(out == 0, 0, g / (2 * out)), x, dim, keepdim, unbiased, correction
    )
)
def std(x, dim=None, unbiased=True, keepdim=False, *, correction=None):
    _needs_floats(x)
    return np.std(x, axis=axes(dim, x.ndim), keepdims=keepdim, ddof=_free(unbiased, correction))


def _length(g, x, out, p, dim, keepdim):
    if p == np.inf:
        raise refuse("The gradient of 'norm' with p=inf")
    g, out = (opened(array, x.shape, axes(dim), keepdim) for array in (g, out))
    if p == 1:
        return g * signs(x)
    return g * np.sign(x) * np.abs(x) ** (p - 1) / np.where(out == 0, 1, out) ** (p - 1)


@operation(x=_length)
def norm(x, p=2, dim=None, keepdim=False):
    if x.dtype.kind != "f":
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. "
            f"Got {scalar_type(x.dtype)}"
        )
    p = 2 if p in ("fro", None) else p
    if p <= 0:
        raise refuse(f"norm(p={p})")
    if p == float("inf"):
        return np.max(np.abs(x), axis=axes(dim, x.ndim), keepdims=keepdim)
    if p == 2:
        return np.sqrt(np.sum(x * x, axis=axes(dim, x.ndim), keepdims=keepdim))
    return np.sum(np.abs(x) ** p, axis=axes(dim, x.ndim), keepdims=keepdim) ** (1 / p)
