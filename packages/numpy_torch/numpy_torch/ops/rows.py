"""Operations along an axis that keep its length: softmax, cumulative sums."""

import numpy as np

from numpy_torch.dtypes import real
from numpy_torch.memory import row_by_row
from numpy_torch.operation import operation
from numpy_torch.ops.folds import axes, opened, whole
from numpy_torch.refusal import refuse


def _same(forward, x, *args, **kwargs):
    return x.shape, x.dtype


def _needs_real(name, x):
    if x.dtype.kind != "f":
        raise NotImplementedError(f"\"{name}_kernel_impl\" not implemented for 'Long'")


def _with_axis(x, dim):
    """A tensor without axes counts as a row of one number."""
    axes(dim, x.ndim)
    return row_by_row(x) if x.ndim else x.reshape(1)


@operation(
    x=lambda g, out, dim: out * (g - (g * out).sum(axes(dim, g.ndim), keepdims=True)), meta=_same
)
def softmax(x, dim, dtype=None):
    x = x if dtype is None else x.astype(dtype.np)
    _needs_real("softmax_lastdim", x)
    x = row_by_row(x)
    dim = axes(dim, x.ndim)
    e = np.exp(x - x.max(axis=dim, keepdims=True)) if x.size else x
    return e / e.sum(axis=dim, keepdims=True)


@operation(
    x=lambda g, out, dim: g - np.exp(out) * g.sum(axes(dim, g.ndim), keepdims=True), meta=_same
)
def log_softmax(x, dim, dtype=None):
    x = x if dtype is None else x.astype(dtype.np)
    _needs_real("log_softmax_lastdim", x)
    x = row_by_row(x)
    dim = axes(dim, x.ndim)
    x = x - x.max(axis=dim, keepdims=True) if x.size else x
    return x - np.log(np.exp(x).sum(axis=dim, keepdims=True))


def _share(g, x, out, dim, keepdim):
    g, out = (opened(array, x.shape, axes(dim), keepdim) for array in (g, out))
    return g * np.exp(x - out)


@operation(x=_share)
def logsumexp(x, dim, keepdim=False):
    x, dim = real(x), axes(dim, x.ndim)
    high = x.max(axis=dim, keepdims=True, initial=-np.inf)
    high = np.where(np.isfinite(high), high, 0)
    total = high + np.log(np.exp(x - high).sum(axis=dim, keepdims=True))
    return total if keepdim else total.squeeze(dim)


def _sums_from_here(g, dim):
    rows = _with_axis(g, dim)
    return np.flip(np.cumsum(np.flip(rows, dim), dim, dtype=g.dtype), dim).reshape(g.shape)


@operation(x=_sums_from_here)
def cumsum(x, dim, *, dtype=None):
    shape, x = x.shape, _with_axis(whole(x, dtype), dim)
    if x.dtype == np.bool_ and len(shape) and x.size:
        raise NotImplementedError("\"cumsum_out_cpu\" not implemented for 'Bool'")
    return np.cumsum(x, dim, dtype=x.dtype).reshape(shape)


def _running(g, x, out, dim):
    if not np.all(x):
        raise refuse("The gradient of 'cumprod' with a factor of 0")
    return _sums_from_here(g * out, dim) / x


@operation(x=_running)
def cumprod(x, dim):
    return np.cumprod(_with_axis(whole(x, None), dim), dim).reshape(x.shape)


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
