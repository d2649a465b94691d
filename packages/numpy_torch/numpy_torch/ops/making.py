"""Tensors created from nothing, a shape, or Python's numbers."""

import builtins

import numpy as np

from numpy_torch import dtypes
from numpy_torch.dtypes import is_meta, numpy_kind
from numpy_torch.memory import order
from numpy_torch.operation import METHODS, blank, public, raw, untraced
from numpy_torch.ops.shapes import sizes
from numpy_torch.tensor import Tensor


def made(array, kind=None, device=None, requires_grad=False):
    """Create a tensor of the requested dtype; floats otherwise get the default one."""
    array = np.asarray(array)
    if kind is not None:
        array = array.astype(numpy_kind(kind), copy=False)
    elif array.dtype == np.float64:
        array = array.astype(dtypes.default[0].np, copy=False)
    if meta := is_meta(device):
        array = blank(array.shape, array.dtype)
    return Tensor(array, meta).requires_grad_(requires_grad)


def filled(shape, value, kind, device, requires_grad=False):
    """Create a constant tensor; on "meta" it takes no memory."""
    kind = numpy_kind(kind) or dtypes.default[0].np
    meta = is_meta(device)
    array = blank(shape, kind) if meta else np.full(shape, dtypes.converted(value, kind), kind)
    return Tensor(array, meta).requires_grad_(requires_grad)


def _plain(values):
    if isinstance(values, Tensor):
        return values.array
    if isinstance(values, list | tuple):
        return [_plain(value) for value in values]
    return values


def _array_of(values):
    values = _plain(values)
    if isinstance(values, np.ndarray | np.generic):
        return np.array(values), True
    try:
        array = np.array(values)
    except ValueError:
        raise ValueError("expected sequence of equal length at every dimension") from None
    if array.dtype.kind in "OUS":
        raise TypeError(f"new(): invalid data type '{type(np.ravel(values)[0]).__name__}'")
    return (array if array.size else array.astype(np.float64)), False


@public
def tensor(data, *, dtype=None, device=None, requires_grad=False):
    array, was_array = _array_of(data)
    if dtype is None and was_array:
        return Tensor(array, is_meta(device)).requires_grad_(requires_grad)
    return made(array, dtype, device, requires_grad)


@public
def as_tensor(data, dtype=None, device=None):
    if isinstance(data, Tensor):
        return data if dtype is None else METHODS["to"](data, dtype)
    return (
        Tensor(data)
        if isinstance(data, np.ndarray) and dtype is None
        else tensor(data, dtype=dtype)
    )


@public
def from_numpy(array):
    return Tensor(array)


@public
def zeros(*size, dtype=None, device=None, requires_grad=False):
    return filled(sizes(size), 0, dtype, device, requires_grad)


@public
def ones(*size, dtype=None, device=None, requires_grad=False):
    return filled(sizes(size), 1, dtype, device, requires_grad)


@public
def empty(*size, dtype=None, device=None, requires_grad=False):
    return filled(sizes(size), 0, dtype, device, requires_grad)


@public
def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    value = np.asarray(raw(fill_value))
    if dtype is None and value.dtype.kind != "f":
        dtype = dtypes.of(value)
    return filled(tuple(size), value, dtype, device, requires_grad)


@public
def arange(start, end=None, step=1, *, dtype=None, device=None):
    start, end = (0, start) if end is None else (start, end)
    start, end, step = raw(start), raw(end), raw(step)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    return made(np.arange(start, end, step), dtype, device)


@public
def linspace(start, end, steps, *, dtype=None, device=None):
    return made(np.linspace(raw(start), raw(end), steps), dtype, device)


@public
def logspace(start, end, steps, base=10.0, *, dtype=None):
    return made(np.logspace(raw(start), raw(end), steps, base=base), dtype)


@public
def eye(n, m=None, *, dtype=None, device=None):
    return made(np.eye(n, m), dtype, device)


@public
def scalar_tensor(value, *, dtype=None):
    return made(np.asarray(value, np.float64), dtype)


def _filled_like(x, value, dtype, device):
    if x.meta or is_meta(device or x.device):
        return filled(x.array.shape, value, dtype or x.dtype, device or x.device)
    kind = numpy_kind(dtype) or x.array.dtype
    value = dtypes.converted(value, kind)
    return Tensor(np.full_like(x.array, value, kind, order(x.array)))


def _like(name, value):
    def like(x, *, dtype=None, device=None, requires_grad=False, memory_format=None):
        return _filled_like(x, value, dtype, device).requires_grad_(requires_grad)

    like.__name__ = name
    return public(like)


for _name, _value in (("zeros_like", 0), ("ones_like", 1), ("empty_like", 0)):
    _like(_name, _value)


@public
def full_like(x, fill_value, *, dtype=None, device=None):
    return _filled_like(x, raw(fill_value), dtype, device)


@public
def triu_indices(row, col, offset=0):
    return Tensor(np.stack(np.triu_indices(row, offset, col)))


@public
def tril_indices(row, col, offset=0):
    return Tensor(np.stack(np.tril_indices(row, offset, col)))


@public
def is_tensor(value):
    return isinstance(value, Tensor)


@public
def numel(x):
    return x.numel()


@public
def meshgrid(*tensors, indexing="ij"):
    tensors = tensors[0] if isinstance(tensors[0], list | tuple) else tensors
    return tuple(Tensor(a) for a in np.meshgrid(*untraced("meshgrid", *tensors), indexing=indexing))


@public
def equal(x, y):
    return builtins.bool(x.array.shape == y.array.shape and np.array_equal(x.array, y.array))


@public
def allclose(x, y, rtol=1e-5, atol=1e-8, equal_nan=False):
    if x.array.dtype != y.array.dtype:
        raise RuntimeError(f"{x.array.dtype.name} did not match {y.array.dtype.name}")
    return builtins.bool(np.allclose(x.array, y.array, rtol, atol, equal_nan))


METHODS["equal"], METHODS["allclose"] = equal, allclose


# ---- like another tensor -------------------------------------------------------------------------
def _new(value):
    def new(x, *size, dtype=None, device=None, requires_grad=False):
        return filled(sizes(size), value, dtype or x.dtype, device or x.device, requires_grad)

    return new


METHODS |= {"new_zeros": _new(0), "new_ones": _new(1), "new_empty": _new(0)}


def new_full(x, size, fill_value, *, dtype=None, device=None):
    return filled(sizes((size,)), raw(fill_value), dtype or x.dtype, device or x.device)


def new_tensor(x, data, *, dtype=None):
    return made(_array_of(data)[0], dtype or x.dtype)


METHODS |= {"new_full": new_full, "new_tensor": new_tensor}
