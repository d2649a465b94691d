"""Operations that read or write values of a tensor at given positions."""

import numpy as np

from numpy_torch import grad
from numpy_torch.dtypes import scalar_type
from numpy_torch.memory import row_by_row
from numpy_torch.operation import NUMBER, operation, raw
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Tensor


def key_of(key):
    """Convert an index for numpy."""
    if isinstance(key, tuple):
        first = next((i for i, part in enumerate(key) if part is Ellipsis), None)
        return tuple(key_of(p) for i, p in enumerate(key) if p is not Ellipsis or i == first)
    if isinstance(key, Tensor):
        return _key_of_tensor(key.array)
    if isinstance(key, list):
        return np.asarray([raw(k) for k in key]) if key else np.zeros(0, np.int64)
    if isinstance(key, range):
        return np.asarray(key, np.int64)
    if isinstance(key, slice):
        if key.step is not None and int(key.step) < 1:
            raise ValueError("step must be greater than zero")
        return slice(*(None if n is None else int(n) for n in (key.start, key.stop, key.step)))
    return key


def _key_of_tensor(array):
    if array.dtype == np.uint8:
        return array.astype(bool)
    if array.dtype not in (np.int64, np.int32, np.bool_):
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    return int(array) if array.ndim == 0 and array.dtype.kind == "i" else array


def only_slices(key):
    """Say whether the index gives a view instead of a copy."""
    parts = key if isinstance(key, tuple) else (key,)
    return not any(isinstance(part, np.ndarray | bool) for part in parts)


def _as_view(key):
    """With an ellipsis, numpy gives a view of a single element; without, a copy."""
    parts = key if isinstance(key, tuple) else (key,)
    return parts if any(part is Ellipsis for part in parts) else (*parts, Ellipsis)


def put_back(g, shape, key):
    back = np.zeros(shape, g.dtype)
    if only_slices(key):
        back[key] += g
    else:
        np.add.at(back, key, g)
    return back


def mask_fits(x, key):
    """Raise torch's error for a mask of another shape; numpy accepts empty ones."""
    if not isinstance(key, np.ndarray) or key.dtype != np.bool_:
        return
    for axis, n in enumerate(key.shape):
        if axis < x.ndim and n != x.shape[axis]:
            raise IndexError(
                f"The shape of the mask {list(key.shape)} at index {axis} does not match the shape of the indexed "
                f"tensor {list(x.shape)} at index {axis}"
            )


@operation(function=False, method=False, x=put_back, meta="view")
def picked(x, key):
    try:
        if only_slices(key):
            return x[_as_view(key)]
        mask_fits(x, key)
        # numpy leaves the axes of a copy in another order in memory
        return x[key] if isinstance(key, np.ndarray) else row_by_row(x[key])
    except IndexError as error:
        if not x.size:
            raise refuse("This index of an empty tensor") from None
        raise IndexError(_in_torchs_words(str(error), x, key)) from None


def _in_torchs_words(said, x, key):
    if said.startswith("too many indices"):
        return f"too many indices for tensor of dimension {x.ndim}"
    return said.replace("axis", "dimension")


def one_after_the_other(key):
    """Convert an index for numpy: (what to take first, the index of the rest, the tensors in it). Integers come
    before lists: numpy would use both at once, and order the axes differently."""
    parts = key if isinstance(key, tuple) else (key,)
    key = key_of(key)
    indices = [
        part for part in parts if isinstance(part, Tensor) and isinstance(key_of(part), np.ndarray)
    ]
    if not isinstance(key, tuple) or only_slices(key) or not any(map(_is_number, key)):
        return None, key, indices
    first = []
    for part in key:
        if _is_number(part) or part is Ellipsis:
            first.append(part)
        elif part is not None:
            many = part.ndim if isinstance(part, np.ndarray) and part.dtype == bool else 1
            first += [slice(None)] * many
    return tuple(first), tuple(part for part in key if not _is_number(part)), indices


def _is_number(part):
    return isinstance(part, int | np.integer) and not isinstance(part, bool)


def getitem(x, key):
    first, key, indices = one_after_the_other(key)
    if first is not None:
        x = picked(x, first)
    result = picked(x, key)
    if not only_slices(key):
        grad.keep(result, indices or NUMBER)
    return result


Tensor.__getitem__ = getitem


@operation(
    x=lambda g, shape, dim, index: put_back(g, shape, place(dim, index, len(shape))), meta="view"
)
def select(x, dim, index):
    if not x.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    n = x.shape[dim]
    if not -n <= index < n:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(x.shape)} at dimension {dim}"
        )
    return x[place(dim, index, x.ndim)]


def place(dim, key, ndim):
    if not -ndim <= dim < ndim:
        raise np.exceptions.AxisError(dim, ndim)
    return (slice(None),) * (dim % ndim) + (key, Ellipsis)


@operation(
    x=lambda g, shape, dim, start, length: put_back(
        g, shape, place(dim, _stretch(start, length, shape[dim]), len(shape))
    ),
    meta="view",
)
def narrow(x, dim, start, length):
    if not x.ndim:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    here = place(dim, slice(None), x.ndim)
    return x[(*here[:-2], _stretch(start, length, x.shape[dim]))]


def _stretch(start, length, n):
    """Return the slice of an axis of length n, or raise torch's error."""
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if not -n <= start <= n:
        raise IndexError(
            f"start out of range (expected to be in range of [{-n}, {n}], but got {start})"
        )
    start += n if start < 0 else 0
    if start + length > n:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({n}).")
    return slice(start, start + length)


@operation(
    x=lambda g, shape, dim, index: put_back(g, shape, place(dim, index.reshape(-1), len(shape)))
)
def index_select(x, dim, index, *, out=None):
    """`out`: memory that can be reused."""
    if index.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if index.dtype not in (np.int64, np.int32):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    if not x.ndim:
        raise refuse("index_select() of a tensor without axes")
    index = index.reshape(-1)
    if index.size and (index.min() < 0 or index.max() >= x.shape[dim]):
        raise IndexError("index out of range in self")
    if out is not None and out.shape != (
        *x.shape[: dim % x.ndim],
        len(index),
        *x.shape[dim % x.ndim + 1 :],
    ):
        out = None
    return np.take(x, index, dim, out=out)


def grid(index, dim):
    places = list(np.ogrid[tuple(slice(n) for n in index.shape)])
    places[dim] = index if index.size else index.astype(np.int64)
    return tuple(places)


def spread_back(g, shape, dim, index):
    back = np.zeros(shape, g.dtype)
    np.add.at(back, grid(index, dim), g)
    return back


@operation(x=spread_back)
def gather(x, dim, index):
    if index.size and index.dtype not in (np.int64, np.int32):
        raise RuntimeError("gather(): Expected dtype int32/int64 for index")
    if not (x.ndim and index.ndim):
        raise refuse("gather() of a tensor without axes")
    if x.ndim != index.ndim and not index.size:
        raise refuse("gather() at an empty index of another number of axes")
    if x.ndim != index.ndim:
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    if index.size and (index.max() >= x.shape[dim] or index.min() < 0):
        wrong = index.max() if index.max() >= x.shape[dim] else index.min()
        raise RuntimeError(
            f"index {wrong} is out of bounds for dimension {dim % x.ndim} with size {x.shape[dim]}"
        )
    return x[grid(index, dim)]


@operation(
    x=lambda g, shape, indices, dim: spread_back(g, shape, dim, indices),
)
def take_along_dim(x, indices, dim):
    """Like `gather`, but the other axes can broadcast."""
    if indices.dtype != np.int64:
        kind = scalar_type(indices.dtype)
        raise RuntimeError(
            f"torch.take_along_dim(): dtype of indices should be Long but got {kind}"
        )
    if indices.ndim != x.ndim:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
            f"{x.ndim} dimensions for input, and {indices.ndim} dimensions for indices"
        )
    shape = list(np.broadcast_shapes(_one_at(x.shape, dim), _one_at(indices.shape, dim)))
    n = x.shape[dim]
    if indices.size and not -n <= indices.min() <= indices.max() < n:
        raise refuse("take_along_dim() at an index out of range")
    wide, places = list(shape), list(shape)
    wide[dim], places[dim] = x.shape[dim], indices.shape[dim]
    return np.take_along_axis(np.broadcast_to(x, wide), np.broadcast_to(indices, places), dim)


def _one_at(shape, dim):
    shape = list(shape)
    shape[dim] = 1
    return shape
