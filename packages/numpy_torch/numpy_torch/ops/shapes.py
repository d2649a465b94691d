"""Operations that change only the shape: most of them return a view of the same memory."""

import math

import numpy as np

from numpy_torch.dtypes import dtype
from numpy_torch.operation import FUNCTIONS, METHODS, also_method, operation, public
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Tensor


def sizes(given):
    """Return `(2, 3)` for both `f(2, 3)` and `f((2, 3))`."""
    given = given[0] if len(given) == 1 and isinstance(given[0], tuple | list) else given
    return tuple(int(n) for n in given)


def _same_place(g, shape):
    return g.reshape(shape)


def _with_sizes(name, of):
    """Accept both `x.name(2, 3)` and `x.name((2, 3))`."""

    def call(x, *given):
        return of(x, sizes(given))

    call.__name__ = name
    METHODS[name] = call


@operation(method=False, x=_same_place, meta="view")
def reshape(x, shape):
    try:
        return x.reshape(shape)
    except ValueError:
        said = f"shape '{list(shape)}' is invalid for input of size {x.size}"
        raise RuntimeError(said) from None


@operation(function=False, method=False, x=_same_place, meta="view")
def view(x, shape):
    made = reshape.array_function(x, shape)
    if x.size and not np.may_share_memory(made, x):
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
            "contiguous subspaces). Use .reshape(...) instead."
        )
    return made


@operation(method=False, x=lambda g, dims: g.transpose(np.argsort(dims)), meta="view")
def permute(x, dims):
    return x.transpose(dims)


@operation(method=False, function=False, x=lambda g: g, meta="view")
def expand(x, shape):
    new = len(shape) - x.ndim
    if -1 in shape[: max(new, 0)]:
        raise RuntimeError(
            "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension "
            f"{shape.index(-1)}"
        )
    full = [x.shape[i - new] if n == -1 else n for i, n in enumerate(shape)]
    try:
        return np.broadcast_to(x, full)
    except ValueError:
        at = next(i for i in range(x.ndim) if x.shape[i] not in (1, full[i + new]))
        raise RuntimeError(
            f"The expanded size of the tensor ({full[at + new]}) must match the existing size ({x.shape[at]}) at "
            f"non-singleton dimension {at + new}.  Target sizes: {list(shape)}.  Tensor sizes: {list(x.shape)}"
        ) from None


def _folded_back(g, shape, counts):
    full = (1,) * (len(counts) - len(shape)) + tuple(shape)
    cut = [n for pair in zip(counts, full, strict=True) for n in pair]
    return g.reshape(cut).sum(tuple(range(0, len(cut), 2))).reshape(shape)


@operation(method=False, function=False, x=_folded_back)
def tiled(x, counts):
    if len(counts) < x.ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor"
        )
    return np.tile(x, counts)


for _name, _of in {
    "reshape": reshape, "permute": permute, "expand": expand, "repeat": tiled,
}.items():  # fmt: skip
    _with_sizes(_name, _of)


def _view(x, *given):
    if given and isinstance(given[0], dtype):
        raise refuse("view(dtype)")
    return view(x, sizes(given))


METHODS["view"] = _view


@operation(x=lambda g, dim0, dim1: g.swapaxes(dim0, dim1) if g.ndim else g, meta="view")
def transpose(x, dim0, dim1):
    for dim in (dim0, dim1):
        in_range(x, dim)
    return x.swapaxes(dim0, dim1) if x.ndim else x


def in_range(x, dim):
    """Raise an IndexError, with torch's message, for an axis that does not exist."""
    n = max(x.ndim, 1)
    if not -n <= dim < n:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})"
        )


METHODS["swapaxes"] = FUNCTIONS["swapaxes"] = transpose


@operation(x=lambda g: g.T, meta="view")
def t(x):
    if x.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {x.ndim}D")
    return x.T


@operation(
    x=lambda g, source, destination: np.moveaxis(g, destination, source) if g.ndim else g,
    meta="view",
)
def movedim(x, source, destination):
    for dim in (*np.atleast_1d(source), *np.atleast_1d(destination)):
        in_range(x, dim)
    return np.moveaxis(x, source, destination) if x.ndim else x


@operation(x=_same_place, meta="view")
def unsqueeze(x, dim):
    return np.expand_dims(x, dim)


@operation(x=_same_place, meta="view")
def squeeze(x, dim=None):
    if dim is None:
        return x.squeeze()
    for axis in np.atleast_1d(dim):
        in_range(x, axis)
    if not x.ndim:
        return x
    dims = [d for d in np.atleast_1d(dim) if x.shape[d] == 1]
    return x.squeeze(tuple(dims)) if dims else x


@operation(function=False, method=False, x=_same_place, meta="view")
def flattened(x, start_dim=0, end_dim=-1):
    if not x.ndim:
        return x.reshape(1)
    start, end = start_dim % x.ndim, end_dim % x.ndim
    middle = int(np.prod(x.shape[start : end + 1]))
    return x.reshape(*x.shape[:start], middle, *x.shape[end + 1 :])


@public
@also_method
def flatten(x, start_dim=0, end_dim=-1):
    for dim in (start_dim, end_dim):
        in_range(x, dim)
    n = x.array.ndim
    if n and start_dim % n > end_dim % n:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    return x if n and start_dim % n == end_dim % n else flattened(x, start_dim, end_dim)


@operation(x=_same_place, meta="view")
def ravel(x):
    return x.reshape(-1)


@operation(x=_same_place, meta="view")
def unflatten(x, dim, sizes):
    in_range(x, dim)
    dim %= x.ndim
    rest = math.prod(n for n in sizes if n != -1)
    sizes = [x.shape[dim] // max(rest, 1) if n == -1 else n for n in sizes]
    try:
        return x.reshape(*x.shape[:dim], *sizes, *x.shape[dim + 1 :])
    except ValueError:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({x.shape[dim]}) "
            "in the input tensor"
        ) from None


FUNCTIONS["broadcast_to"] = METHODS["broadcast_to"] = METHODS["expand"]
METHODS["expand_as"] = lambda x, other: expand(x, other.array.shape)
METHODS["view_as"] = lambda x, other: view(x, other.array.shape)
METHODS["reshape_as"] = lambda x, other: reshape(x, other.array.shape)


def _swapped(x):
    if not x.array.ndim:
        return x
    return transpose(x, -1, -2)


def _turned(x):
    return t(x) if x.array.ndim <= 2 else permute(x, tuple(range(x.array.ndim))[::-1])


Tensor.T = property(_turned)
Tensor.mT = property(_swapped)
Tensor.H = property(_swapped)
