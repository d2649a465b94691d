"""In-place changes at an index: `x[0] = …`."""

import numpy as np

from numpy_torch import dtypes, grad
from numpy_torch.memory import apart, may_be_written, not_partly_shared
from numpy_torch.operation import NUMBER, raw
from numpy_torch.ops.changing import become, countable, put, real_gradient, without_ones
from numpy_torch.ops.picking import mask_fits, one_after_the_other, only_slices, picked
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Tensor


def setitem(x, key, value):
    if not countable(value):
        raise TypeError(f"can't assign a {type(value).__name__} to a torch tensor")
    parts = key if isinstance(key, tuple) else (key,)
    if any(part is True for part in parts):  # a new axis
        if isinstance(value, Tensor) and np.may_share_memory(value.array, x.array):
            raise refuse("A change of a tensor at True by a part of itself")
        key = tuple(None if part is True else part for part in parts)
    first, key, indices = one_after_the_other(key)
    if first is not None:
        x = picked(x, first)
    traced = grad.enabled[0] and (x.requires_grad or getattr(value, "requires_grad", False))
    real_gradient(x, traced)
    try:
        if not x.meta:
            _may_put(x, key, indices, value)
        if traced:
            new = put(x, key, value)
            grad.keep(new, indices or (() if _whole(key) else NUMBER))
            become(x, new)
        elif not x.meta:
            x.array[key] = without_ones(raw(value))
            x.memory.writes += 1
    except ValueError as error:
        raise RuntimeError(_in_torchs_words(error, x, key, raw(value))) from None
    except IndexError as error:
        raise IndexError(str(error).replace("axis", "dimension")) from None


def _may_put(x, key, indices, value):
    """Raise torch's errors for values in the same memory, and for values of another kind at indices."""
    if any(index.array.dtype == np.uint8 and index.array.ndim for index in indices):
        raise refuse("A change at a mask of uint8")
    if not x.array.ndim and indices:
        raise refuse("A change of a tensor without axes at a mask")
    if only_slices(key):
        part = picked.array_function(x.array, key)
        shared = isinstance(value, Tensor) and np.may_share_memory(part, value.array)
        if shared and not part.flags.writeable:
            raise refuse("A change of an expanded tensor")
        may_be_written(part)
        if np.ndim(raw(value)) and np.shape(raw(value)) != part.shape:
            if np.shares_memory(part, raw(value)):
                raise refuse("A change of a tensor by a part of itself")
        elif np.ndim(raw(value)):
            not_partly_shared(part, [raw(value)])
        if not part.flags.writeable:
            raise refuse("A change of an expanded tensor")
        return
    if not x.array.flags.writeable:
        raise refuse("A change of an expanded tensor")
    mask_fits(x.array, key)
    one_value = np.size(raw(value)) == 1 and x.array.ndim
    if isinstance(key, np.ndarray) and key.dtype == bool and key.ndim and one_value:
        return  # torch fills
    apart(x.array, [raw(value), *(tensor.array for tensor in indices)])
    if isinstance(value, Tensor) and value.array.dtype != x.array.dtype:
        kinds = [dtypes.scalar_type(tensor.array.dtype) for tensor in (x, value)]
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, "
            f"got {kinds[0]} for the destination and {kinds[1]} for the source."
        )


def _whole(key):
    """Say whether the index means the tensor itself."""
    return all(part is Ellipsis for part in (key if isinstance(key, tuple) else (key,)))


def _in_torchs_words(error, x, key, value):
    try:
        there = x.array[key].shape
    except (IndexError, ValueError):
        return str(error)
    return f"shape mismatch: value tensor of shape {list(np.shape(value))} cannot be broadcast to indexing result of shape {list(there)}"


Tensor.__setitem__ = setitem
