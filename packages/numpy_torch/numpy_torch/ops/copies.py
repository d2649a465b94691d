"""Operations that copy a tensor in another order, or a part of it."""

import numpy as np

from numpy_torch.memory import order, row_by_row
from numpy_torch.operation import METHODS, operation
from numpy_torch.ops.shapes import in_range, sizes


@operation(x=lambda g, dims: np.flip(g, dims if g.ndim else None))
def flip(x, dims):
    for dim in np.atleast_1d(dims):
        in_range(x, dim)
    return np.flip(x, dims if x.ndim else None).copy(order(x))


def _flip(x, *dims):
    return flip(x, sizes(dims))


METHODS["flip"] = _flip


@operation(
    x=lambda g, shifts, dims: np.roll(
        g, tuple(-s for s in np.atleast_1d(shifts)) if dims is not None else -shifts, dims
    )
)
def roll(x, shifts, dims=None):
    if not x.size:
        return x.copy()
    return np.roll(row_by_row(x), shifts, dims)


def _matrices(x, name):
    if x.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")


@operation(x=lambda g, diagonal: np.tril(g, diagonal))
def tril(x, diagonal=0):
    _matrices(x, "tril")
    return np.tril(x, diagonal)


@operation(x=lambda g, diagonal: np.triu(g, diagonal), meta=lambda f, x, d=0: (x.shape, x.dtype))
def triu(x, diagonal=0):
    _matrices(x, "triu")
    return np.triu(x, diagonal)


@operation(x=lambda g: g, meta=lambda f, x, **_: (x.shape, x.dtype))
def clone(x, *, memory_format=None):
    return x.copy(order(x) if memory_format is None else "C")


def contiguous(x):
    return x if x.meta or x.array.flags.c_contiguous else clone(x, memory_format="rows")


METHODS["contiguous"] = contiguous
