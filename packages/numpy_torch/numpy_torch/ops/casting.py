"""Conversions to another data type or device."""

from numpy_torch import dtypes
from numpy_torch.memory import order
from numpy_torch.operation import METHODS, blank, operation
from numpy_torch.tensor import Tensor


@operation(function=False, method=False, x=lambda g: g, meta="view")
def cast(x, kind):
    return x.astype(kind, order(x), copy=False)


def to(x, *args, dtype=None, device=None, copy=False, **_):
    for arg in args:
        if isinstance(arg, dtypes.dtype):
            dtype = arg
        elif isinstance(arg, Tensor):
            dtype, device = arg.dtype, arg.device
        elif isinstance(arg, str | dtypes.device):
            device = arg
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
