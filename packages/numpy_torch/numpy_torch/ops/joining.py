"""Operations that join tensors or split one."""

import numpy as np

from numpy_torch.dtypes import promoted
from numpy_torch.memory import row_by_row
from numpy_torch.operation import FUNCTIONS, METHODS, public, several
from numpy_torch.ops.shapes import in_range
from numpy_torch.refusal import refuse


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
    parts = [narrow(x, dim, int(s), int(n)) for s, n in zip(starts, lengths, strict=False)]
    return _one_of_several(parts, "Split")


def _one_of_several(views, name):
    """Mark the results of a function that returns several views: they must not be changed if they have gradients."""
    for view in views:
        if view.view_of is not None:
            view.view_of = (*view.view_of[:2], (name, view.memory.writes))
    return tuple(views)


def split(x, split_size, dim=0):
    return _pieces(x, split_size, dim)


def chunk(x, chunks, dim=0):
    in_range(x, dim)
    if not x.array.ndim or not x.shape[dim]:
        return _pieces(x, [0], dim)
    return _pieces(x, -(-x.shape[dim] // chunks), dim)


def unbind(x, dim=0):
    in_range(x, dim)
    return _one_of_several([METHODS["select"](x, dim, i) for i in range(x.shape[dim])], "Unbind")


for _one in (split, chunk, unbind):
    METHODS[_one.__name__] = FUNCTIONS[_one.__name__] = _one


def _together(arrays):
    kind = promoted(*arrays)
    return [a.astype(kind, copy=False) for a in arrays]


@public
def cat(tensors, dim=0, *, axis=None):
    tensors = [x for x in tensors if x.array.shape != (0,)] or list(tensors)[:1]
    dim = dim if axis is None else axis
    shapes_ = [list(x.array.shape) for x in tensors]
    if shapes_[0] == [0] and dim not in (0, -1):
        raise refuse("cat() of empty tensors")
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
    out = row_by_row(np.concatenate(_together([x.array for x in tensors]), dim))
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
    out = row_by_row(np.stack(_together([x.array for x in tensors]), dim))
    return several("stack", out, tensors, lambda i: lambda g: np.take(g, i, dim))


@public
def block_diag(*blocks):
    for number, x in enumerate(blocks):
        if x.array.ndim > 2:
            raise RuntimeError(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. "
                f"Input {number} has {x.array.ndim} dimensions"
            )
    kind = promoted(*(x.array for x in blocks))
    blocks = [x if x.array.ndim == 2 else METHODS["reshape"](x, (1, -1)) for x in blocks]
    shapes_ = [x.array.shape for x in blocks]
    ends = np.cumsum([(0, 0), *shapes_], axis=0)
    out = np.zeros(ends[-1], kind)
    places = [
        (slice(a, b), slice(c, d)) for (a, c), (b, d) in zip(ends[:-1], ends[1:], strict=True)
    ]
    for x, place in zip(blocks, places, strict=True):
        out[place] = x.array
    return several("block_diag", out, list(blocks), lambda i: lambda g: g[places[i]])
