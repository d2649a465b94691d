"""Positions and distinct values. These operations have no gradients."""

import numpy as np

from numpy_torch.dtypes import scalar_type
from numpy_torch.operation import FUNCTIONS, METHODS, public, raw, several
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Tensor


def nonzero(x, *, as_tuple=False):
    if as_tuple:
        return tuple(Tensor(at) for at in np.nonzero(x.array))
    return Tensor(np.argwhere(x.array))


def unique(x, sorted=True, return_inverse=False, return_counts=False, dim=None):
    result = np.unique(
        x.array,
        return_inverse=return_inverse,
        return_counts=return_counts,
        axis=dim,
        equal_nan=False,
    )
    values, *others = result if isinstance(result, tuple) else (result,)
    values = several("unique", values, [x], lambda i: _no_gradient)
    return (values, *map(Tensor, others)) if others else values


def _no_gradient(g):
    raise RuntimeError("derivative for aten::_unique2 is not implemented")


def bincount(x, weights=None, minlength=0):
    if x.array.dtype.kind not in "iu":
        kind = scalar_type(x.array.dtype)
        raise NotImplementedError(f"\"bincount_cpu\" not implemented for '{kind}'")
    return Tensor(np.bincount(x.array, raw(weights), minlength))


def searchsorted(sorted_sequence, values, *, right=False, side=None):
    rows, asked = sorted_sequence.array, np.asarray(raw(values))
    if rows.dtype == bool:
        raise refuse("searchsorted in bools")
    if rows.ndim > 1 and rows.shape[:-1] != asked.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
            f"tensor and input value tensor must match, but we got {rows.shape} and {asked.shape}"
        )
    if not np.all(rows[..., 1:] >= rows[..., :-1]):
        raise refuse("searchsorted() in rows that are not sorted")
    side = side or ("right" if right else "left")
    if rows.ndim == 1:
        return Tensor(np.asarray(np.searchsorted(rows, asked, side)))
    if not rows.size:
        return Tensor(np.zeros(asked.shape, np.int64))
    flat = zip(rows.reshape(-1, rows.shape[-1]), asked.reshape(-1, asked.shape[-1]), strict=True)
    result = np.stack([np.searchsorted(row, wanted, side) for row, wanted in flat])
    return Tensor(result.reshape(asked.shape))


def isin(elements, test_elements):
    if elements is None or test_elements is None:
        raise TypeError("isin(): expected tensors or numbers, but got None")
    if any(np.asarray(raw(x)).dtype == bool for x in (elements, test_elements)):
        raise RuntimeError("Unsupported input type encountered for isin(): Bool")
    return Tensor(np.isin(raw(elements), raw(test_elements)))


for _one in (nonzero, unique, bincount, searchsorted, isin):
    METHODS[_one.__name__] = public(_one)
METHODS["argwhere"] = FUNCTIONS["argwhere"] = nonzero
