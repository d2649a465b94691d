"""Operations that fold axes: sums, means, the largest; and those that see a whole row, as softmax does."""

from typing import Any, NamedTuple

import numpy as np

from torch.operation import METHODS, operation
from torch.refusal import refuse


class Best(NamedTuple):
    """What `max`, `sort` and `topk` answer: values, and where they stood."""

    values: Any
    indices: Any


def axes(dim):
    if isinstance(dim, tuple | list):
        return tuple(dim) or None
    return dim


def opened(g, shape, dim, keepdim):
    """A gradient beside what was folded: the folded axes are there again."""
    if dim is None:
        return np.broadcast_to(g, shape)
    if not keepdim:
        g = np.expand_dims(g, tuple(d % len(shape) for d in np.atleast_1d(dim)))
    return np.broadcast_to(g, shape)


def folded(shape, dim, keepdim=False):
    """The shape after folding."""
    gone = (
        range(len(shape))
        if dim is None or dim == ()
        else [d % len(shape) for d in np.atleast_1d(dim)]
    )
    if keepdim:
        return tuple(1 if i in gone else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in gone)


def _meta(forward, x, dim=None, keepdim=False, **kwargs):
    return folded(x.shape, dim, keepdim), forward(np.ones(1, x.dtype)).dtype


def _count(shape, out_size):
    return int(np.prod(shape)) / max(out_size, 1)


def _whole(x, kind):
    if kind is not None:
        return x.astype(kind.np)
    return x.astype(np.int64) if x.dtype.kind in "bui" else x


@operation(x=lambda g, shape, dim, keepdim: opened(g, shape, axes(dim), keepdim), meta=_meta)
def sum_(x, dim=None, keepdim=False, *, dtype=None):
    return np.sum(_whole(x, dtype), axis=axes(dim), keepdims=keepdim)


@operation(
    x=lambda g, shape, dim, keepdim: opened(g, shape, axes(dim), keepdim) / _count(shape, g.size),
    meta=_meta,
)
def mean(x, dim=None, keepdim=False, *, dtype=None):
    x = x if dtype is None else x.astype(dtype.np)
    if x.dtype.kind != "f":
        kind = {"i": "Long", "b": "Bool"}.get(x.dtype.kind, "Byte")
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
            f"Got: {kind}"
        )
    return np.mean(x, axis=axes(dim), keepdims=keepdim)


def _product(g, x, out, dim, keepdim):
    out = opened(out, x.shape, axes(dim), keepdim)
    return opened(g, x.shape, axes(dim), keepdim) * out / x


@operation(x=_product)
def prod(x, dim=None, keepdim=False):
    return np.prod(_whole(x, None), axis=axes(dim), keepdims=keepdim)


@operation()
def any_(x, dim=None, keepdim=False):
    return np.any(x, axis=axes(dim), keepdims=keepdim)


@operation()
def all_(x, dim=None, keepdim=False):
    return np.all(x, axis=axes(dim), keepdims=keepdim)


@operation()
def count_nonzero(x, dim=None):
    return np.count_nonzero(x, axis=axes(dim))


def _free(unbiased, correction):
    return int(unbiased) if correction is None else correction


def _variance(g, x, dim, keepdim, unbiased, correction):
    far = x - x.mean(axes(dim), keepdims=True)
    count = _count(x.shape, g.size) - _free(unbiased, correction)
    return opened(g, x.shape, axes(dim), keepdim) * far * (2 / count)


@operation(x=_variance)
def var(x, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return np.var(x, axis=axes(dim), keepdims=keepdim, ddof=_free(unbiased, correction))


@operation(
    x=lambda g, x, out, dim, keepdim, unbiased, correction: _variance(
        g / (2 * out), x, dim, keepdim, unbiased, correction
    )
)
def std(x, dim=None, unbiased=True, keepdim=False, *, correction=None):
    return np.std(x, axis=axes(dim), keepdims=keepdim, ddof=_free(unbiased, correction))


def _length(g, x, out, p, dim, keepdim):
    g, out = (opened(one, x.shape, axes(dim), keepdim) for one in (g, out))
    if p == 1:
        return g * np.sign(x)
    return g * np.sign(x) * np.abs(x) ** (p - 1) / np.where(out == 0, 1, out) ** (p - 1)


@operation(x=_length)
def norm(x, p=2, dim=None, keepdim=False):
    p = 2 if p in ("fro", None) else p
    if p == float("inf"):
        return np.max(np.abs(x), axis=axes(dim), keepdims=keepdim)
    if p == 2:
        return np.sqrt(np.sum(x * x, axis=axes(dim), keepdims=keepdim))
    return np.sum(np.abs(x) ** p, axis=axes(dim), keepdims=keepdim) ** (1 / p)


# ---- the largest and the smallest ----------------------------------------------------------------
def _largest(g, x, out, dim, keepdim):
    """Among equal ones the gradient is shared."""
    g, out = (opened(one, x.shape, axes(dim), keepdim) for one in (g, out))
    here = x == out
    return g * here / np.sum(here, axis=axes(dim), keepdims=True)


@operation(x=_largest, meta=_meta)
def amax(x, dim=None, keepdim=False):
    return np.max(x, axis=axes(dim), keepdims=keepdim)


@operation(x=_largest, meta=_meta)
def amin(x, dim=None, keepdim=False):
    return np.min(x, axis=axes(dim), keepdims=keepdim)


@operation()
def argmax(x, dim=None, keepdim=False):
    return np.argmax(_filled(x), axis=dim, keepdims=keepdim and dim is not None)


@operation()
def argmin(x, dim=None, keepdim=False):
    return np.argmin(_filled(x), axis=dim, keepdims=keepdim and dim is not None)


def _filled(x):
    if not x.size:
        raise IndexError("argmax(): Expected reduction dim to be specified for input.numel() == 0.")
    return x


def _extreme(whole, place, pair):
    """max and min: of all, along an axis (values and places), or of two tensors."""

    def best(x, dim=None, keepdim=False):
        if dim is None:
            return METHODS[whole](x)
        if not isinstance(dim, int):
            return METHODS[pair](x, dim)
        at = METHODS[place](x, dim, True) if x.ndim else METHODS[place](x)
        values = METHODS["gather"](x, dim, at) if x.ndim else x
        if not keepdim and x.ndim:
            values, at = METHODS["squeeze"](values, dim), METHODS["squeeze"](at, dim)
        return Best(values, at)

    return best


def _sorted(x, dim=-1, descending=False, stable=False):
    at = argsort(x, dim, descending)
    return Best(METHODS["gather"](x, dim, at), at)


@operation()
def argsort(x, dim=-1, descending=False, stable=False):
    if not x.ndim:
        return np.zeros((), np.int64)
    if not descending:
        return np.argsort(x, axis=dim, kind="stable")
    # backwards, so that equal ones keep their order and NaN comes first, as torch has it
    turned = np.flip(x, dim)
    return x.shape[dim] - 1 - np.flip(np.argsort(turned, axis=dim, kind="stable"), dim)


def _topk(x, k, dim=-1, largest=True, sorted=True):
    if k > x.shape[dim]:
        raise RuntimeError("selected index k out of range")
    at = METHODS["narrow"](argsort(x, dim, largest), dim, 0, k)
    return Best(METHODS["gather"](x, dim, at), at)


def _median(x, dim=None, keepdim=False):
    if dim is None:
        return METHODS["select"](_sorted(METHODS["flatten"](x)).values, 0, (x.numel() - 1) // 2)
    values, at = _sorted(x, dim)
    middle = (x.shape[dim] - 1) // 2
    found = [METHODS["narrow"](one, dim, middle, 1) for one in (values, at)]
    return Best(*(found if keepdim else [METHODS["squeeze"](one, dim) for one in found]))


def quantile(x, q, dim=None, keepdim=False):
    from torch.tensor import Tensor

    q = q.array if isinstance(q, Tensor) else q
    if x.requires_grad:
        raise refuse("A gradient of 'quantile'")
    return Tensor(np.asarray(np.quantile(x.array, q, axis=dim, keepdims=keepdim), x.array.dtype))


SEVERAL = {
    "max": _extreme("amax", "argmax", "maximum"),
    "min": _extreme("amin", "argmin", "minimum"),
    "sort": _sorted,
    "topk": _topk,
    "median": _median,
    "quantile": quantile,
}


# ---- along a row ---------------------------------------------------------------------------------
def _same(forward, x, *args, **kwargs):
    return x.shape, x.dtype


def _needs_real(name, x):
    if x.dtype.kind != "f":
        raise NotImplementedError(f"\"{name}_kernel_impl\" not implemented for 'Long'")


@operation(x=lambda g, out, dim: out * (g - (g * out).sum(dim, keepdims=True)), meta=_same)
def softmax(x, dim, dtype=None):
    x = x if dtype is None else x.astype(dtype.np)
    _needs_real("softmax_lastdim", x)
    e = np.exp(x - x.max(axis=dim, keepdims=True)) if x.size else x
    return e / e.sum(axis=dim, keepdims=True)


@operation(x=lambda g, out, dim: g - np.exp(out) * g.sum(dim, keepdims=True), meta=_same)
def log_softmax(x, dim, dtype=None):
    x = x if dtype is None else x.astype(dtype.np)
    _needs_real("log_softmax_lastdim", x)
    x = x - x.max(axis=dim, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=dim, keepdims=True))


def _share(g, x, out, dim, keepdim):
    g, out = (opened(one, x.shape, axes(dim), keepdim) for one in (g, out))
    return g * np.exp(x - out)


@operation(x=_share)
def logsumexp(x, dim, keepdim=False):
    high = x.max(axis=axes(dim), keepdims=True)
    high = np.where(np.isfinite(high), high, 0)
    found = high + np.log(np.exp(x - high).sum(axis=axes(dim), keepdims=True))
    return found if keepdim else found.squeeze(axes(dim))


@operation(x=lambda g, dim: np.flip(np.cumsum(np.flip(g, dim), dim, dtype=g.dtype), dim))
def cumsum(x, dim):
    x = _whole(x, None)
    return np.cumsum(x, dim, dtype=x.dtype)


def _running(g, x, out, dim):
    if not np.all(x):
        raise refuse("A gradient of 'cumprod' where a factor is 0")
    return np.flip(np.cumsum(np.flip(g * out, dim), dim), dim) / x


@operation(x=_running)
def cumprod(x, dim):
    return np.cumprod(_whole(x, None), dim)


def _differences(g, shape, dim):
    back = np.zeros(shape, g.dtype)
    along, into = np.moveaxis(g, dim, 0), np.moveaxis(back, dim, 0)
    into[1:] += along
    into[:-1] -= along
    return back


@operation(x=_differences)
def diff(x, n=1, dim=-1):
    if n != 1:
        raise refuse("diff(n=…) with another n than 1")
    return np.diff(x, 1, dim)
