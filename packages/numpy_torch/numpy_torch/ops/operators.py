"""Python's operators: `+`, `@`, `<`, and `+=`, which changes in place."""

from numpy_torch.operation import METHODS
from numpy_torch.ops.changing import countable
from numpy_torch.tensor import Tensor

_SIGNS = {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "pow", "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift",
}  # fmt: skip


def _sign(name):
    of, in_place = METHODS[name], METHODS.get(f"{name}_")

    def forward(x, other):
        return of(x, other) if countable(other) else NotImplemented

    def turned(x, other):
        return of(other, x) if countable(other) else NotImplemented

    def changed(x, other):
        return in_place(x, other) if countable(other) else NotImplemented

    return forward, turned, changed if in_place else None


for _name, _of in _SIGNS.items():
    for _before, _call in zip(("", "r", "i"), _sign(_of), strict=True):
        if _call is not None:  # `x @= y` makes a new tensor
            setattr(Tensor, f"__{_before}{_name}__", _call)


def _divided(x, other):
    """other / x, as torch computes it: it keeps the result, not x, for the gradient."""
    return METHODS["mul"](METHODS["reciprocal"](x), other) if countable(other) else NotImplemented


Tensor.__rtruediv__ = _divided
for _name in ("lt", "le", "gt", "ge"):
    setattr(Tensor, f"__{_name}__", _sign(_name)[0])


def _equal(x, other):
    return METHODS["eq"](x, other) if countable(other) else False


def _unequal(x, other):
    return METHODS["ne"](x, other) if countable(other) else True


Tensor.__eq__, Tensor.__ne__ = _equal, _unequal
Tensor.__neg__, Tensor.__abs__ = METHODS["neg"], METHODS["abs"]
Tensor.__invert__ = METHODS["bitwise_not"]
Tensor.__pos__ = lambda x: x
