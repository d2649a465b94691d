"""In-place changes: `x.add_(…)`. `setting.py` has `x[0] = …`.

A change is written into the memory of the tensor, so that all its views see it, and it is counted: the backward
pass refuses values that have changed since an operation kept them. The rules of the change itself get a copy of
the old values (`before`). If a view is changed, the history of its base changes too.
"""

import numpy as np

from numpy_torch import dtypes, grad
from numpy_torch.memory import apart, may_be_written, not_partly_shared
from numpy_torch.operation import METHODS, NUMBER, operation, raw
from numpy_torch.ops import (  # noqa: F401  whose operations also change in place
    asking,
    casting,
    copies,
    elementwise,
    fused,
    pairs,
    placing,
    products,
    rows,
    shapes,
)  # fmt: skip
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Tensor


def become(x, new):
    """Give x the values of `new` from now on, and its history."""
    traced = grad.enabled[0] and (x.requires_grad or new.requires_grad)
    _may_change(x, new, traced)
    if not traced:
        _write(x, new)
        return x
    real_gradient(x, traced)
    if not new.requires_grad:  # a constant: no gradient reaches what x was before
        grad.note(new, [(x, np.zeros_like)], "fill")
    made, new = new, METHODS["to"](new, x.dtype)
    history = new
    if x.view_of is None:
        _write(x, new)
        x.memory.recorded += 1
    else:
        base, taken, _ = x.view_of
        places = taken(Tensor(np.arange(base.array.size).reshape(base.array.shape))).array
        with_new = put(METHODS["reshape"](base, -1), places, new)
        grad.keep(with_new, NUMBER)  # torch cannot differentiate such a change twice
        become(base, METHODS["view"](with_new, *base.shape))
        history = taken(base)
    x.seen = x.memory.recorded
    for result in (made, new):  # what a rule keeps of its result is kept of x
        if result.node is not None and result.node.saved:
            result.node.saved = [
                (x.memory, x.memory.writes, array)
                if memory is result.memory
                else (memory, n, array)
                for memory, n, array in result.node.saved
            ]
    x.made_by(history.node)
    return x


def _write(x, new):
    if not x.meta:
        if not x.array.flags.writeable:
            raise refuse("A change of an expanded tensor")
        x.array[...] = new.array
        x.memory.writes += 1


def _may_change(x, new, traced):
    """Raise torch's errors for changes in place."""
    if x.array.shape != new.array.shape:
        raise RuntimeError(
            f"output with shape {list(x.shape)} doesn't match the broadcast shape {list(new.shape)}"
        )
    if dtypes.LEVEL[x.array.dtype.kind] < dtypes.LEVEL[new.array.dtype.kind]:
        kind, own = (dtypes.scalar_type(tensor.array.dtype) for tensor in (new, x))
        raise RuntimeError(f"result type {kind} can't be cast to the desired output type {own}")
    if not x.meta:
        may_be_written(x.array)
        if traced and not x.array.flags.writeable:
            raise refuse("A change of overlapping windows")
    if not traced:
        return
    base, taken, among = x.view_of or (x, x, None)
    if base.is_leaf and (base._requires_grad or (x is not base and x.node is not None)):
        what = "a leaf" if base is x else "a view of a leaf"
        raise RuntimeError(
            f"{what} Variable that requires grad is being used in an in-place operation."
        )
    if among is not None:
        raise RuntimeError(
            f"Output of {among[0]}Backward0 is a view and is being modified inplace. This view is the output of a function "
            "that returns multiple views. Such functions do not allow the output views to be modified inplace. You "
            "should replace the inplace operation by an out-of-place one."
        )
    if taken is None:
        raise RuntimeError(
            "A view was created in no_grad mode and is being modified inplace with grad mode enabled. "
            "Given that this use case is ambiguous and error-prone, it is forbidden."
        )


def _written(g, shape, key):
    g = np.array(g)
    g[key] = 0
    return g


def _read(g, shape, key):
    from numpy_torch.grad import fitted

    part = np.asarray(g[key])
    last = shape[max(len(shape) - part.ndim, 0) :]  # the value may begin with more axes of length 1
    return fitted(part, last, g.dtype).reshape(shape)


@operation(function=False, method=False, x=_written, value=_read)
def put(x, key, value):
    out = x.copy()
    out[key] = without_ones(value)
    return out


def without_ones(value):
    """Drop the first axes of a value as long as they have length 1."""
    while np.ndim(value) and len(value) == 1:
        value = value[0]
    return value


def countable(value):
    """Say whether a value is a tensor or a number."""
    return isinstance(value, Tensor | int | float | np.generic | np.ndarray)


def real_gradient(x, traced):
    if traced and x.array.dtype.kind != "f":
        raise refuse("A gradient through whole numbers")


def before(x, *others):
    """Return x with a copy of its values if its history continues: rules need the values from before the change."""
    if not grad.traced([x, *(y for y in others if isinstance(y, Tensor))]):
        return x
    old = Tensor(x.array.copy(), x.meta)
    if x.node is not None:
        old.made_by(x.node)
    return old


def _in_place(name):
    def change(x, *args, **kwargs):
        if name in ("tril", "triu", "masked_fill") and not x.array.flags.writeable:
            raise refuse("A change of an expanded tensor")
        if args and not x.meta:
            check = apart if name.startswith(("scatter", "index")) else not_partly_shared
            check(x.array, map(raw, args))
        return become(x, METHODS[name](before(x, *args, *kwargs.values()), *args, **kwargs))

    change.__name__ = f"{name}_"
    return change


_CHANGING = (
    "add sub mul div pow neg abs exp log sqrt rsqrt tanh sigmoid relu square clamp clamp_min clamp_max floor round "
    "masked_fill scatter scatter_add index_add index_fill index_copy nan_to_num tril triu remainder floor_divide bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift reciprocal lerp addcmul addcdiv"
)
METHODS |= {f"{name}_": _in_place(name) for name in _CHANGING.split()}


def cumsum_(x, dim):
    """Sum in the data type of x."""
    return become(x, METHODS["cumsum"](before(x), dim, dtype=x.dtype))


def copy_(x, src, non_blocking=False):
    if not countable(src):
        kind = type(src).__name__
        raise TypeError(f"copy_(): argument 'other' (position 1) must be Tensor, not {kind}")
    if not isinstance(src, Tensor):
        return fill_(x, src)
    real_gradient(x, grad.traced([src]))
    if src is x and not grad.traced([x]):
        x.memory.writes += 1
        return x
    not_partly_shared(x.array, [src.array])
    return become(x, _instead(x, METHODS["expand"](METHODS["to"](src, x.dtype), x.array.shape)))


@operation(function=False, method=False, x=lambda g: np.zeros_like(g), new=lambda g: g)
def _instead(x, new):
    """The new values, with the history of both: PyTorch passes zeros on to what x was before."""
    return new


def fill_(x, value):
    """Fill x with a number, or with a tensor without axes, which may have a history."""
    if not countable(value):
        raise TypeError(f"fill_(): argument 'value' must be Number, not {type(value).__name__}")
    if isinstance(value, Tensor) and value.array.ndim:
        raise RuntimeError(
            f"fill_ only supports 0-dimension value tensor but got tensor with {value.array.ndim} dimensions."
        )
    if not x.array.flags.writeable and not x.meta:
        raise refuse("A change of an expanded tensor")
    if isinstance(value, Tensor) and value.requires_grad:
        return copy_(x, value)
    kind = x.array.dtype
    return become(x, Tensor(np.full(x.array.shape, dtypes.converted(raw(value), kind), kind)))


def zero_(x):
    return fill_(x, 0)


def fill_diagonal_(x, fill_value):
    if not x.array.flags.writeable:
        raise refuse("A change of an expanded tensor")
    here = np.zeros(x.array.shape, bool)
    np.fill_diagonal(here, True)
    return become(x, METHODS["masked_fill"](x, Tensor(here), fill_value))


for _one in (cumsum_, copy_, fill_, zero_, fill_diagonal_):
    METHODS[_one.__name__] = _one
