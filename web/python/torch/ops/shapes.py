"""Operations that change the shape and no number: most of them give another view of the same memory."""

import numpy as np

from torch.operation import FUNCTIONS, METHODS, operation, public, several
from torch.refusal import refuse
from torch.tensor import Tensor


def sizes(given):
    """`(2, 3)` of both `f(2, 3)` and `f((2, 3))`."""
    given = given[0] if len(given) == 1 and isinstance(given[0], tuple | list) else given
    return tuple(int(n) for n in given)


def _same_place(g, shape):
    return g.reshape(shape)


def _with_sizes(name, of):
    """`x.name(2, 3)` and `x.name((2, 3))`."""

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
    return np.tile(x, counts)


for _name, _of in {
    "reshape": reshape, "permute": permute, "expand": expand, "repeat": tiled,
}.items():  # fmt: skip
    _with_sizes(_name, _of)


def _view(x, *given):
    from torch.dtypes import dtype

    if given and isinstance(given[0], dtype):
        raise refuse("view(dtype)")
    return view(x, sizes(given))


METHODS["view"] = _view


@operation(x=lambda g, dim0, dim1: g.swapaxes(dim0, dim1), meta="view")
def transpose(x, dim0, dim1):
    for dim in (dim0, dim1):
        in_range(x, dim)
    return x.swapaxes(dim0, dim1)


def in_range(x, dim):
    """IndexError, in torch's words, for an axis that is not there."""
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


@operation(x=lambda g, source, destination: np.moveaxis(g, destination, source), meta="view")
def movedim(x, source, destination):
    return np.moveaxis(x, source, destination)


@operation(x=_same_place, meta="view")
def unsqueeze(x, dim):
    return np.expand_dims(x, dim)


@operation(x=_same_place, meta="view")
def squeeze(x, dim=None):
    if dim is None:
        return x.squeeze()
    if not x.ndim:
        return x
    dims = [d for d in np.atleast_1d(dim) if x.shape[d] == 1]
    return x.squeeze(tuple(dims)) if dims else x


@operation(x=_same_place, meta="view")
def flatten(x, start_dim=0, end_dim=-1):
    if not x.ndim:
        return x.reshape(1)
    start, end = start_dim % x.ndim, end_dim % x.ndim
    middle = int(np.prod(x.shape[start : end + 1]))
    return x.reshape(*x.shape[:start], middle, *x.shape[end + 1 :])


@operation(x=_same_place, meta="view")
def ravel(x):
    return x.reshape(-1)


@operation(x=_same_place, meta="view")
def unflatten(x, dim, sizes):
    in_range(x, dim)
    dim %= x.ndim
    try:
        return x.reshape(*x.shape[:dim], *sizes, *x.shape[dim + 1 :])
    except ValueError:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({x.shape[dim]}) "
            "in the input tensor"
        ) from None


@operation(x=lambda g: g, meta="view")
def broadcast_to(x, shape):
    return np.broadcast_to(x, shape)


@operation(function=False, x=lambda g: g, meta="view")
def expand_as(x, other):
    return np.broadcast_to(x, other.shape)


@operation(function=False, x=_same_place, meta="view")
def view_as(x, other):
    return x.reshape(other.shape)


@operation(function=False, x=_same_place, meta="view")
def reshape_as(x, other):
    return x.reshape(other.shape)


@operation(x=lambda g, dims: np.flip(g, dims))
def flip(x, dims):
    return np.flip(x, dims)


def _flip(x, *dims):
    return flip(x, sizes(dims))


METHODS["flip"] = _flip


@operation(
    x=lambda g, shifts, dims: np.roll(
        g, tuple(-s for s in np.atleast_1d(shifts)) if dims is not None else -shifts, dims
    )
)
def roll(x, shifts, dims=None):
    return np.roll(x, shifts, dims)


@operation(x=lambda g, diagonal: np.tril(g, diagonal))
def tril(x, diagonal=0):
    return np.tril(x, diagonal)


@operation(x=lambda g, diagonal: np.triu(g, diagonal), meta=lambda f, x, d=0: (x.shape, x.dtype))
def triu(x, diagonal=0):
    return np.triu(x, diagonal)


@operation(x=lambda g: g, meta="view")
def clone(x, *, memory_format=None):
    return x.copy() if any(x.strides) or x.size < 2 else x


@operation(function=False, x=lambda g: g, meta="view")
def contiguous(x):
    return np.ascontiguousarray(x).reshape(x.shape) if any(x.strides) else x


# ---- several out of one, one out of several ------------------------------------------------------
def _pieces(x, length, dim):
    in_range(x, dim)
    lengths = length if isinstance(length, tuple | list) else None
    total = x.shape[dim]
    if lengths is None:
        lengths = [min(length, total - at) for at in range(0, total, length)] or [0]
    if sum(lengths) != total:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {total} (input tensor's size at dimension "
            f"{dim}), but got split_sizes={list(lengths)}"
        )
    starts = np.cumsum([0, *lengths])
    narrow = METHODS["narrow"]
    return tuple(narrow(x, dim, int(s), int(n)) for s, n in zip(starts, lengths, strict=False))


def split(x, split_size, dim=0):
    return _pieces(x, split_size, dim)


def chunk(x, chunks, dim=0):
    return _pieces(x, -(-x.shape[dim] // chunks), dim)


def unbind(x, dim=0):
    in_range(x, dim)
    return tuple(METHODS["select"](x, dim, i) for i in range(x.shape[dim]))


for _one in (split, chunk, unbind):
    METHODS[_one.__name__] = FUNCTIONS[_one.__name__] = _one


def _together(arrays):
    from torch.dtypes import promoted

    kind = promoted(*arrays)
    return [a.astype(kind, copy=False) for a in arrays]


@public
def cat(tensors, dim=0, *, axis=None):
    tensors = [x for x in tensors if x.array.shape != (0,)] or list(tensors)[:1]
    dim = dim if axis is None else axis
    shapes_ = [list(x.array.shape) for x in tensors]
    in_range(tensors[0], dim)
    for number, shape in enumerate(shapes_):
        if len(shape) != len(shapes_[0]):
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {len(shapes_[0])} and {len(shape)}"
            )
        at = next((i for i, (n, m) in enumerate(zip(shapes_[0], shape, strict=True))
                   if n != m and i != dim % len(shape)), None)  # fmt: skip
        if at is not None:
            raise RuntimeError(
                f"Sizes of tensors must match except in dimension {dim % len(shape)}. Expected size "
                f"{shapes_[0][at]} but got size {shape[at]} for tensor number {number} in the list."
            )
    if any(x.meta for x in tensors):
        raise refuse("cat on the device meta")
    out = np.concatenate(_together([x.array for x in tensors]), dim)
    ends = np.cumsum([0, *(x.array.shape[dim] for x in tensors)])

    def rule_of(i):
        return lambda g: np.take(g, range(ends[i], ends[i + 1]), dim)

    return several("cat", out, tensors, rule_of)


FUNCTIONS["concat"] = FUNCTIONS["concatenate"] = cat


@public
def stack(tensors, dim=0):
    tensors = list(tensors)
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    for number, x in enumerate(tensors):
        if x.array.shape != tensors[0].array.shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(tensors[0].shape)} at entry 0 and "
                f"{list(x.shape)} at entry {number}"
            )
    out = np.stack(_together([x.array for x in tensors]), dim)
    return several("stack", out, tensors, lambda i: lambda g: np.take(g, i, dim))


@public
def block_diag(*blocks):
    shapes_ = [x.array.shape for x in blocks]
    ends = np.cumsum([(0, 0), *shapes_], axis=0)
    out = np.zeros(ends[-1], blocks[0].array.dtype)
    places = [
        (slice(a, b), slice(c, d)) for (a, c), (b, d) in zip(ends[:-1], ends[1:], strict=True)
    ]
    for x, place in zip(blocks, places, strict=True):
        out[place] = x.array
    return several("block_diag", out, list(blocks), lambda i: lambda g: g[places[i]])


def _swapped(x):
    return transpose(x, -1, -2)


def _turned(x):
    return t(x) if x.array.ndim <= 2 else permute(x, tuple(range(x.array.ndim))[::-1])


Tensor.T = property(_turned)
Tensor.mT = property(_swapped)
Tensor.H = property(_swapped)
