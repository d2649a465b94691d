"""Operations along an axis that keep its length: softmax, cumulative sums."""

import numpy as np

from numpy_torch.operation import operation
from numpy_torch.ops.folds import axes, opened, whole
from numpy_torch.refusal import refuse


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
    x = whole(x, None)
    return np.cumsum(x, dim, dtype=x.dtype)


def _running(g, x, out, dim):
    if not np.all(x):
        raise refuse("The gradient of 'cumprod' with a factor of 0")
    return np.flip(np.cumsum(np.flip(g * out, dim), dim), dim) / x


@operation(x=_running)
def cumprod(x, dim):
    return np.cumprod(whole(x, None), dim)


def _differences(g, shape, dim):
    back = np.zeros(shape, g.dtype)
    along, into = np.moveaxis(g, dim, 0), np.moveaxis(back, dim, 0)
    into[1:] += along
    into[:-1] -= along
    return back


@operation(x=_differences)
def diff(x, n=1, dim=-1):
    if n != 1:
        raise refuse("diff(n=…) with n other than 1")
    return np.diff(x, 1, dim)
