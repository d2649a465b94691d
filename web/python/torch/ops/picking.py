"""Operations that pick numbers out of a tensor by their places, or put them there."""

import numpy as np

from torch.operation import FUNCTIONS, METHODS, Tensor, operation, public, raw


def key_of(key):
    """What stands in brackets, as numpy takes it."""
    if isinstance(key, tuple):
        return tuple(map(key_of, key))
    if isinstance(key, Tensor):
        return key.array
    if isinstance(key, list):
        return np.asarray([raw(k) for k in key]) if key else np.zeros(0, np.int64)
    if isinstance(key, range):
        return np.asarray(key, np.int64)
    if isinstance(key, slice):
        if key.step is not None and int(key.step) < 1:
            raise ValueError("step must be greater than zero")
        return slice(*(None if n is None else int(n) for n in (key.start, key.stop, key.step)))
    return key


def only_slices(key):
    """Whether the brackets give a view, and not a copy."""
    parts = key if isinstance(key, tuple) else (key,)
    return not any(isinstance(part, np.ndarray) for part in parts)


def _put_back(g, shape, key):
    back = np.zeros(shape, g.dtype)
    if only_slices(key):
        back[key] += g
    else:
        np.add.at(back, key, g)
    return back


@operation(function=False, method=False, x=_put_back, meta="view")
def picked(x, key):
    try:
        return x[key]
    except IndexError as error:
        raise IndexError(_in_torchs_words(str(error), x, key)) from None


def _in_torchs_words(said, x, key):
    if said.startswith("too many indices"):
        return f"too many indices for tensor of dimension {x.ndim}"
    return said.replace("axis", "dimension")


def getitem(x, key):
    key = key_of(key)
    result = picked(x, key)
    if only_slices(key):
        result.view_of = x, key  # so that `x[0][1] = …` reaches x
    return result


Tensor.__getitem__ = getitem


@operation(
    x=lambda g, shape, dim, index: _put_back(g, shape, _at(dim, index, len(shape))), meta="view"
)
def select(x, dim, index):
    n = x.shape[dim]
    if not -n <= index < n:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(x.shape)} at dimension {dim}"
        )
    return x[_at(dim, index, x.ndim)]


def _at(dim, key, ndim):
    return (slice(None),) * (dim % ndim) + (key,)


@operation(
    x=lambda g, shape, dim, start, length: _put_back(
        g, shape, _at(dim, slice(start, start + length), len(shape))
    ),
    meta="view",
)
def narrow(x, dim, start, length):
    return x[_at(dim, slice(start, start + length), x.ndim)]


@operation(x=lambda g, shape, dim, index: _put_back(g, shape, _at(dim, index, len(shape))))
def index_select(x, dim, index, *, out=None):
    """`out`: memory that may be written anew."""
    if out is not None and out.shape != (
        *x.shape[: dim % x.ndim],
        len(index),
        *x.shape[dim % x.ndim + 1 :],
    ):
        out = None
    return np.take(x, index, dim, out=out)


def _grid(index, dim):
    places = list(np.ogrid[tuple(slice(n) for n in index.shape)])
    places[dim] = index
    return tuple(places)


def _spread_back(g, shape, dim, index):
    back = np.zeros(shape, g.dtype)
    np.add.at(back, _grid(index, dim), g)
    return back


@operation(x=_spread_back)
def gather(x, dim, index):
    if index.dtype != np.int64:
        raise RuntimeError("gather(): Expected dtype int64 for index")
    if x.ndim != index.ndim:
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    if index.size and (index.max() >= x.shape[dim] or index.min() < 0):
        wrong = index.max() if index.max() >= x.shape[dim] else index.min()
        raise RuntimeError(
            f"index {wrong} is out of bounds for dimension {dim % x.ndim} with size {x.shape[dim]}"
        )
    return x[_grid(index, dim)]


def _without(g, dim, index):
    g = g.copy()
    g[_grid(index, dim)] = 0
    return g


@operation(
    x=_without,
    src=lambda g, dim, index: g[_grid(index, dim)],
)
def scatter(x, dim, index, src):
    out = x.copy()
    if isinstance(src, np.ndarray) and src.ndim:
        src = src[tuple(slice(n) for n in index.shape)]
    out[_grid(index, dim)] = src
    return out


@operation(x=lambda g: g, src=lambda g, dim, index: g[_grid(index, dim)])
def scatter_add(x, dim, index, src):
    out = x.copy()
    np.add.at(out, _grid(index, dim), src)
    return out


@operation(x=lambda g: g, source=lambda g, dim, index: np.take(g, index, dim))
def index_add(x, dim, index, source):
    out = x.copy()
    np.add.at(out, _at(dim, index, x.ndim), source)
    return out


def _cleared(g, dim, index):
    g = g.copy()
    g[_at(dim, index, g.ndim)] = 0
    return g


@operation(x=_cleared, source=lambda g, dim, index: np.take(g, index, dim))
def index_copy(x, dim, index, source):
    out = x.copy()
    out[_at(dim, index, x.ndim)] = source
    return out


@operation(x=_cleared)
def index_fill(x, dim, index, value):
    out = x.copy()
    out[_at(dim, index, x.ndim)] = value
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
    return _put_back(g, shape, _at(dim, where, len(shape)))


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
    return windows[_at(dimension, slice(None, None, step), x.ndim)]


@operation(x=lambda g, shape, index: _flat_back(g, shape, index))
def take(x, index):
    return x.reshape(-1)[index]


def _flat_back(g, shape, index):
    back = np.zeros(int(np.prod(shape)), g.dtype)
    np.add.at(back, index, g)
    return back.reshape(shape)


@operation(x=lambda g, shape, mask: _put_back(g, shape, mask))
def masked_select(x, mask):
    return x[np.broadcast_to(mask, x.shape)]


# ---- places --------------------------------------------------------------------------------------
def nonzero(x, *, as_tuple=False):
    if as_tuple:
        return tuple(Tensor(at) for at in np.nonzero(x.array))
    return Tensor(np.argwhere(x.array).reshape(-1, x.array.ndim))


def unique(x, sorted=True, return_inverse=False, return_counts=False, dim=None):
    found = np.unique(x.array, return_inverse=return_inverse, return_counts=return_counts, axis=dim)
    return tuple(map(Tensor, found)) if isinstance(found, tuple) else Tensor(found)


def bincount(x, weights=None, minlength=0):
    return Tensor(np.bincount(x.array, raw(weights), minlength))


def searchsorted(sorted_sequence, values, *, right=False, side=None):
    rows, asked = sorted_sequence.array, np.asarray(raw(values))
    side = side or ("right" if right else "left")
    if rows.ndim == 1:
        return Tensor(np.asarray(np.searchsorted(rows, asked, side)))
    flat = zip(rows.reshape(-1, rows.shape[-1]), asked.reshape(-1, asked.shape[-1]), strict=True)
    found = np.stack([np.searchsorted(row, one, side) for row, one in flat])
    return Tensor(found.reshape(asked.shape))


def isin(elements, test_elements):
    return Tensor(np.isin(raw(elements), raw(test_elements)))


for _one in (nonzero, unique, bincount, searchsorted, isin):
    METHODS[_one.__name__] = public(_one)
METHODS["argwhere"] = FUNCTIONS["argwhere"] = nonzero
