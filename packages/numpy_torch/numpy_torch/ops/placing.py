"""Writing values into a copy: at an index, along a diagonal, in windows."""

import math

import numpy as np

from numpy_torch.dtypes import scalar_type
from numpy_torch.operation import METHODS, also_method, operation, public
from numpy_torch.ops.pairs import broadcast
from numpy_torch.ops.picking import grid, place, put_back
from numpy_torch.refusal import refuse


def _gathered(name, g, shape, dim, index):
    """The gradient of `src`. PyTorch has none if `src` is larger than the index."""
    if not index.size:
        return np.zeros(shape, g.dtype)
    back = g[grid(index, dim)]
    if math.prod(shape) != back.size:
        raise RuntimeError(
            f"Function {name}Backward0 returned an invalid gradient at index 1 - got {list(back.shape)} but expected "
            f"shape compatible with {list(shape)}"
        )
    return back.reshape(shape)


def _without(g, dim, index):
    g = g.copy()
    g[grid(index, dim)] = 0
    return g


def _checked(x, dim, index, src=None, name="scatter"):
    """Raise torch's errors for an index that does not fit; return it with the axis it goes along."""
    if not x.ndim:
        raise refuse(f"{name}() of a tensor without axes")
    if index.size and index.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    n = max(x.ndim, 1)
    if not -n <= dim < n:
        raise np.exceptions.AxisError(dim, x.ndim)
    if index.size and (index.min() < 0 or index.max() >= (x.shape[dim] if x.ndim else 1)):
        wrong = index.min() if index.min() < 0 else index.max()
        raise RuntimeError(
            f"index {wrong} is out of bounds for dimension {dim} with size {(x.shape or (1,))[dim]}"
        )
    if isinstance(src, np.ndarray) and src.dtype != x.dtype:
        raise RuntimeError(f"{name}(): Expected self.dtype to be equal to src.dtype")


def _same_axes(x, dim, index, src, name):
    """Raise torch's errors for `scatter`, whose tensors have the same number of axes."""
    _checked(x, dim, index, src, name)
    if index.size and not index.ndim:
        raise refuse(f"{name}() with an index without axes")
    others = [index, src] if isinstance(src, np.ndarray) else [index]
    if index.size and any((tensor.ndim or 1) != x.ndim for tensor in others):
        raise RuntimeError("Index tensor must have the same number of dimensions as self tensor")
    for axis, n in enumerate(index.shape if index.size else ()):
        beyond_self = n > x.shape[axis] and axis != dim % x.ndim
        if beyond_self or (len(others) > 1 and n > (src.shape or (1,))[axis]):
            raise RuntimeError(
                f"Expected index {list(index.shape)} to be no larger than self {list(x.shape)} apart from dimension "
                f"{dim} and to be no larger size than src"
            )


@operation(
    x=_without,
    src=lambda g, shape, dim, index: _gathered("Scatter", g, shape, dim, index),
)
def scatter(x, dim, index, src):
    _same_axes(x, dim, index, src, "scatter")
    out = x.copy()
    if not index.size:
        return out
    if isinstance(src, np.ndarray) and src.ndim:
        src = src[tuple(slice(n) for n in index.shape)]
    out[grid(index, dim)] = src
    return out


@operation(
    x=lambda g: g,
    src=lambda g, shape, dim, index: _gathered("ScatterAdd", g, shape, dim, index),
)
def scatter_add(x, dim, index, src):
    _same_axes(x, dim, index, src, "scatter_add")
    out = x.copy()
    if not index.size:
        return out
    np.add.at(out, grid(index, dim), src[tuple(slice(n) for n in index.shape)])
    return out


def _fits(x, dim, index, source, name):
    """Raise torch's errors for `index_add` and `index_copy`, which need as many slices as indices."""
    if index.ndim > 1:
        raise IndexError(f"{name}(): Index is supposed to be a vector, but got dim: {index.ndim}")
    _checked(x, dim, index, source, name)
    shape = list(x.shape)
    if shape:
        shape[dim] = index.size
    if list(source.shape) != shape:
        raise RuntimeError(
            f"{name}(): expected a source of shape {shape}, but got {list(source.shape)}"
        )


@operation(x=lambda g: g, source=lambda g, dim, index: np.take(g, index, dim))
def index_add(x, dim, index, source):
    _fits(x, dim, index, source, "index_add")
    out = x.copy()
    np.add.at(out, place(dim, index, x.ndim), source)
    return out


def _cleared(g, dim, index):
    g = g.copy()
    g[place(dim, index, g.ndim)] = 0
    return g


@operation(x=_cleared, source=lambda g, dim, index: np.take(g, index, dim))
def index_copy(x, dim, index, source):
    if index.dtype != np.int64:
        kind = scalar_type(index.dtype)
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {kind}")
    _fits(x, dim, index, source, "index_copy")
    out = x.copy()
    out[place(dim, index, x.ndim)] = source
    return out


@operation(x=_cleared)
def index_fill(x, dim, index, value):
    if index.dtype != np.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if index.ndim > 1:
        raise IndexError("Index has to be a vector/scalar")
    if not x.ndim:
        raise refuse("index_fill() of a tensor without axes")
    out = x.copy()
    out[place(dim, index, x.ndim)] = value
    return out


def _diagonal_back(g, shape, offset, dim1, dim2):
    back = np.zeros(shape, g.dtype)
    view = np.diagonal(back, offset, dim1, dim2)
    view.flags.writeable = True
    view[...] = g
    return back


@operation(x=_diagonal_back, meta="view")
def diagonal(x, offset=0, dim1=0, dim2=1):
    view = np.diagonal(x, offset, dim1, dim2)
    view.flags.writeable = x.flags.writeable
    return view


@operation(
    x=lambda g, shape, diagonal: (
        np.diag(g, diagonal) if len(shape) == 1 else _diagonal_back(g, shape, diagonal, 0, 1)
    )
)
def diag(x, diagonal=0):
    return np.diag(x, diagonal).copy()  # of a matrix, numpy returns a view


@operation(x=lambda g: np.diagonal(g, 0, -2, -1))
def diag_embed(x):
    out = np.zeros((*x.shape, x.shape[-1]), x.dtype)
    here = np.arange(x.shape[-1])
    out[..., here, here] = x
    return out


def _rows_back(g, shape, repeats, dim):
    if dim is None:
        flat = _rows_back(g, (math.prod(shape),), repeats, 0)
        return flat.reshape(shape)
    where = np.repeat(np.arange(shape[dim]), repeats)
    return put_back(g, shape, place(dim, where, len(shape)))


@operation(function=False, method=False, x=_rows_back)
def _each_repeated(x, repeats, dim):
    if dim is not None and not -x.ndim <= dim < x.ndim:
        raise np.exceptions.AxisError(dim, x.ndim)
    return np.repeat(x, repeats, dim)


@public
@also_method
def repeat_interleave(input, repeats, dim=None):
    result = _each_repeated(input, repeats, dim)
    return METHODS["view"](result, result.array.shape)  # a view, as in PyTorch


def _windows_back(g, shape, dimension, size, step):
    back = np.zeros(shape, g.dtype)
    into, windows = np.moveaxis(back, dimension, 0), np.moveaxis(g, dimension % len(shape), 0)
    for i in range(len(windows)):
        into[i * step : i * step + size] += np.moveaxis(windows[i], -1, 0)
    return back


@operation(function=False, x=_windows_back, meta="view")
def unfold(x, dimension, size, step):
    if x.ndim and size > x.shape[dimension]:
        raise RuntimeError(
            f"maximum size for tensor at dimension {dimension} is {x.shape[dimension]} but size is {size}"
        )
    windows = np.lib.stride_tricks.sliding_window_view(x, size, dimension, writeable=step >= size)
    return windows[place(dimension, slice(None, None, step), x.ndim)]


@operation(x=lambda g, shape, index: _flat_back(g, shape, index))
def take(x, index):
    if index.dtype != np.int64:
        raise RuntimeError(
            f"take(): Expected a long tensor for index, but got {scalar_type(index.dtype)}"
        )
    return x.reshape(-1)[index]


def _flat_back(g, shape, index):
    back = np.zeros(int(np.prod(shape)), g.dtype)
    np.add.at(back, index, g)
    return back.reshape(shape)


# Like PyTorch, the rule keeps x, so that a change of x before the backward pass is refused.
@operation(function=False, method=False, x=lambda g, x, mask: put_back(g, x.shape, mask))
def _selected(x, mask):
    return x[mask]


@public
@also_method
def masked_select(x, mask):
    """The values where the mask holds; both may broadcast."""
    if mask.array.dtype != bool:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    try:
        shape = np.broadcast_shapes(x.array.shape, mask.array.shape)
    except ValueError:
        raise broadcast(x.array, mask.array) from None
    return _selected(METHODS["expand"](x, shape), METHODS["expand"](mask, shape))
