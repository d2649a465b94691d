"""Writing values into a copy: at an index, along a diagonal, in windows."""

import numpy as np

from numpy_torch.operation import operation
from numpy_torch.ops.picking import grid, place, put_back


def _without(g, dim, index):
    g = g.copy()
    g[grid(index, dim)] = 0
    return g


@operation(
    x=_without,
    src=lambda g, dim, index: g[grid(index, dim)],
)
def scatter(x, dim, index, src):
    out = x.copy()
    if isinstance(src, np.ndarray) and src.ndim:
        src = src[tuple(slice(n) for n in index.shape)]
    out[grid(index, dim)] = src
    return out


@operation(x=lambda g: g, src=lambda g, dim, index: g[grid(index, dim)])
def scatter_add(x, dim, index, src):
    out = x.copy()
    np.add.at(out, grid(index, dim), src)
    return out


@operation(x=lambda g: g, source=lambda g, dim, index: np.take(g, index, dim))
def index_add(x, dim, index, source):
    out = x.copy()
    np.add.at(out, place(dim, index, x.ndim), source)
    return out


def _cleared(g, dim, index):
    g = g.copy()
    g[place(dim, index, g.ndim)] = 0
    return g


@operation(x=_cleared, source=lambda g, dim, index: np.take(g, index, dim))
def index_copy(x, dim, index, source):
    out = x.copy()
    out[place(dim, index, x.ndim)] = source
    return out


@operation(x=_cleared)
def index_fill(x, dim, index, value):
    out = x.copy()
    out[place(dim, index, x.ndim)] = value
    return out


def _diagonal_back(g, shape, offset, dim1, dim2):
    back = np.zeros(shape, g.dtype)
    view = np.diagonal(back, offset, dim1, dim2)
    view.flags.writeable = True
    view[...] = g
    return back


@operation(x=_diagonal_back)
def diagonal(x, offset=0, dim1=0, dim2=1):
    return np.diagonal(x, offset, dim1, dim2)


@operation(
    x=lambda g, shape, diagonal: (
        np.diag(g, diagonal) if len(shape) == 1 else _diagonal_back(g, shape, diagonal, 0, 1)
    )
)
def diag(x, diagonal=0):
    return np.diag(x, diagonal)


@operation(x=lambda g: np.diagonal(g, 0, -2, -1))
def diag_embed(x):
    out = np.zeros((*x.shape, x.shape[-1]), x.dtype)
    here = np.arange(x.shape[-1])
    out[..., here, here] = x
    return out


def _rows_back(g, shape, repeats, dim):
    dim = 0 if dim is None else dim
    where = np.repeat(np.arange(shape[dim]), repeats)
    return put_back(g, shape, place(dim, where, len(shape)))


@operation(x=_rows_back)
def repeat_interleave(x, repeats, dim=None):
    return np.repeat(x, repeats, dim)


def _windows_back(g, shape, dimension, size, step):
    back = np.zeros(shape, g.dtype)
    into, windows = np.moveaxis(back, dimension, 0), np.moveaxis(g, dimension % len(shape), 0)
    for i in range(len(windows)):
        into[i * step : i * step + size] += np.moveaxis(windows[i], -1, 0)
    return back


@operation(function=False, x=_windows_back)
def unfold(x, dimension, size, step):
    windows = np.lib.stride_tricks.sliding_window_view(x, size, dimension)
    return windows[place(dimension, slice(None, None, step), x.ndim)]


@operation(x=lambda g, shape, index: _flat_back(g, shape, index))
def take(x, index):
    return x.reshape(-1)[index]


def _flat_back(g, shape, index):
    back = np.zeros(int(np.prod(shape)), g.dtype)
    np.add.at(back, index, g)
    return back.reshape(shape)


@operation(x=lambda g, shape, mask: put_back(g, shape, mask))
def masked_select(x, mask):
    return x[np.broadcast_to(mask, x.shape)]
