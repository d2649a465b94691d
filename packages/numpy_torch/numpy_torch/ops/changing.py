"""In-place changes: `x[0] = …`, `x += …`, `x.add_(…)`; and Python's operators, `+`, `@`, `<`.

A change of a tracked tensor makes a new array that replaces the old one, whose values the backward pass may
still need. The same holds for the base of a view.
"""

import numpy as np

from numpy_torch import dtypes, grad
from numpy_torch.operation import METHODS, blank, operation, raw
from numpy_torch.ops import (  # noqa: F401  their operators are defined here
    asking,
    elementwise,
    pairs,
    placing,
    products,
    rows,
    shapes,
)  # fmt: skip
from numpy_torch.ops.picking import getitem, key_of, one_after_the_other
from numpy_torch.tensor import Tensor


def become(x, new):
    """Give x the values of `new` from now on, and its history."""
    if x.requires_grad and x.node is None and grad.enabled[0]:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )
    if x.array.shape != new.array.shape:
        raise RuntimeError(
            f"output with shape {list(x.shape)} doesn't match the broadcast shape {list(new.shape)}"
        )
    if x.array.dtype.kind != "f" and new.array.dtype.kind == "f":
        raise RuntimeError("result type Float can't be cast to the desired output type Long")
    if not (grad.enabled[0] and (x.requires_grad or new.requires_grad)):
        if not x.meta:
            x.array[...] = new.array
        return x
    new = METHODS["to"](new, x.dtype)
    if x.view_of is not None:
        base, taken = x.view_of
        flat = METHODS["reshape"](base, -1)
        places = taken(Tensor(np.arange(base.array.size).reshape(base.array.shape))).array
        become(base, METHODS["view"](put(flat, places, new), *base.shape))
        new = taken(base)
    x.array, x.node, x.requires_grad = new.array, new.node, new.requires_grad
    return x


def _written(g, shape, key):
    g = np.array(g)
    g[key] = 0
    return g


def _read(g, shape, key):
    from numpy_torch.grad import fitted

    part = np.asarray(g[key])
    return fitted(
        part, shape[len(shape) - part.ndim :] if len(shape) > part.ndim else shape, g.dtype
    )


@operation(function=False, method=False, x=_written, value=_read)
def put(x, key, value):
    out = x.copy()
    out[key] = value
    return out


def setitem(x, key, value):
    first, key = one_after_the_other(key_of(key))
    if first is not None:
        x = getitem(x, first)
    traced = grad.enabled[0] and (x.requires_grad or getattr(value, "requires_grad", False))
    try:
        if traced:
            become(x, put(x, key, value))
        elif not x.meta:
            x.array[key] = raw(value)
    except ValueError as error:
        raise RuntimeError(_in_torchs_words(error, x, key, raw(value))) from None
    except IndexError as error:
        raise IndexError(str(error).replace("axis", "dimension")) from None


def _in_torchs_words(error, x, key, value):
    try:
        there = x.array[key].shape
    except (IndexError, ValueError):
        return str(error)
    return f"shape mismatch: value tensor of shape {list(np.shape(value))} cannot be broadcast to indexing result of shape {list(there)}"


Tensor.__setitem__ = setitem


def _in_place(name):
    def change(x, *args, **kwargs):
        return become(x, METHODS[name](x, *args, **kwargs))

    change.__name__ = f"{name}_"
    return change


_CHANGING = (
    "add sub mul div pow neg abs exp log sqrt rsqrt tanh sigmoid relu square clamp clamp_min clamp_max floor round "
    "masked_fill scatter scatter_add index_add index_fill index_copy nan_to_num tril triu cumsum remainder reciprocal lerp addcmul addcdiv"
)
METHODS |= {f"{name}_": _in_place(name) for name in _CHANGING.split()}


def copy_(x, src, non_blocking=False):
    return become(x, METHODS["expand"](METHODS["to"](src, x.dtype), x.array.shape))


def fill_(x, value):
    return become(x, Tensor(np.full(x.array.shape, raw(value), x.array.dtype)))


def zero_(x):
    return fill_(x, 0)


def fill_diagonal_(x, fill_value):
    here = np.zeros(x.array.shape, bool)
    np.fill_diagonal(here, True)
    return become(x, METHODS["masked_fill"](x, Tensor(here), fill_value))


for _one in (copy_, fill_, zero_, fill_diagonal_):
    METHODS[_one.__name__] = _one


# ---- data types ----------------------------------------------------------------------------------
@operation(function=False, method=False, x=lambda g: g, meta="view")
def cast(x, kind):
    return x.astype(kind, copy=False)


def to(x, *args, dtype=None, device=None, copy=False, **_):
    for one in args:
        if isinstance(one, dtypes.dtype):
            dtype = one
        elif isinstance(one, Tensor):
            dtype, device = one.dtype, one.device
        elif isinstance(one, str | dtypes.device):
            device = one
    if device is not None:
        dtypes.device(str(device))
        if x.meta and str(device) == "cpu":
            raise NotImplementedError("Cannot copy out of meta tensor; no data!")
        if str(device) == "meta" and not x.meta:
            return Tensor(
                blank(x.array.shape, dtypes.numpy_kind(dtype) or x.array.dtype), meta=True
            )
    kind = dtypes.numpy_kind(dtype) or x.array.dtype
    if kind == x.array.dtype:
        return METHODS["clone"](x) if copy else x
    return cast(x, kind)


METHODS |= {"to": to, "type_as": lambda x, other: to(x, other.dtype)}
for _name in ("float", "double", "half", "long", "int", "short", "bool"):
    METHODS[_name] = lambda x, _kind=dtypes.BY_NAME[_name]: to(x, _kind)


# ---- operators -----------------------------------------------------------------------------------
_SIGNS = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "pow", "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift",
}  # fmt: skip


def _sign(name):
    of = METHODS[name]

    def forward(x, other):
        return of(x, other) if _countable(other) else NotImplemented

    def turned(x, other):
        return of(other, x) if _countable(other) else NotImplemented

    def changed(x, other):
        return become(x, of(x, other)) if _countable(other) else NotImplemented

    return forward, turned, changed


def _countable(value):
    return isinstance(value, Tensor | int | float | np.generic | np.ndarray)


for _name, _of in _SIGNS.items():
    for _before, _call in zip(("", "r", "i"), _sign(_of), strict=True):
        setattr(Tensor, f"__{_before}{_name}__", _call)
for _name in ("lt", "le", "gt", "ge"):
    setattr(Tensor, f"__{_name}__", _sign(_name)[0])


def _equal(x, other):
    return METHODS["eq"](x, other) if _countable(other) else False


def _unequal(x, other):
    return METHODS["ne"](x, other) if _countable(other) else True


Tensor.__eq__, Tensor.__ne__ = _equal, _unequal
Tensor.__neg__, Tensor.__abs__ = METHODS["neg"], METHODS["abs"]
Tensor.__invert__ = METHODS["bitwise_not"]
Tensor.__pos__ = lambda x: x
