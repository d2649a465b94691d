"""Elementwise tests, and choices by a condition."""

import numpy as np

from numpy_torch.dtypes import alike, promoted, scalar_type
from numpy_torch.memory import row_by_row
from numpy_torch.operation import FUNCTIONS, METHODS, operation, public
from numpy_torch.ops import elementwise  # noqa: F401  of the other names
from numpy_torch.ops.pairs import broadcast


def _asking(name, function, count):
    def ask(x, y):
        try:
            return function(*alike(x, y))
        except ValueError as error:
            raise broadcast(x, y) or error from None

    def ask_one(x):
        return function(x)

    made = ask if count == 2 else ask_one
    made.__name__ = name
    shaped = (
        (lambda f, x, y: (np.broadcast_shapes(np.shape(x), np.shape(y)), np.dtype(bool)))
        if count == 2
        else (lambda f, x: (x.shape, np.dtype(bool)))
    )
    return operation(meta=shaped, only_tensors=name.startswith("logical") and count == 2)(made)


for _name, _function in {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
    "ge": np.greater_equal, "logical_and": np.logical_and, "logical_or": np.logical_or,
    "logical_xor": np.logical_xor, "bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or,
    "bitwise_xor": np.bitwise_xor, "bitwise_left_shift": np.left_shift,
    "bitwise_right_shift": np.right_shift,
}.items():  # fmt: skip
    _asking(_name, _function, 2)
for _name, _function in {
    "isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite, "isneginf": np.isneginf,
    "isposinf": np.isposinf, "logical_not": np.logical_not, "bitwise_not": np.invert,
}.items():  # fmt: skip
    _asking(_name, _function, 1)


@operation()
def isclose(x, y, rtol=1e-5, atol=1e-8, equal_nan=False):
    if not isinstance(y, np.ndarray):
        raise TypeError(
            f"isclose(): argument 'other' (position 2) must be Tensor, not {type(y).__name__}"
        )
    if x.dtype != y.dtype:
        raise RuntimeError(f"{scalar_type(x.dtype)} did not match {scalar_type(y.dtype)}")
    return np.isclose(x, y, rtol, atol, equal_nan)


# ---- elementwise choices -------------------------------------------------------------------------
@operation(
    function=False,
    method=False,
    x=lambda g, condition: np.where(condition, g, 0),
    y=lambda g, condition: np.where(condition, 0, g),
    meta=lambda f, c, x, y: (
        np.broadcast_shapes(c.shape, np.shape(x), np.shape(y)),
        promoted(x, y),
    ),
)
def chosen(condition, x, y):
    if condition.dtype == np.uint8:  # a mask, in old programs
        condition = condition.astype(bool)
    if condition.dtype != bool:
        raise RuntimeError(
            f"where expected condition to be a boolean tensor, but got a tensor with dtype {condition.dtype}"
        )
    return np.where(condition, *alike(x, y))


@public
def where(condition, input=None, other=None):
    """Choose between two values by a condition; with the condition only, return the positions where it holds."""
    if other is None:
        return METHODS["nonzero"](condition, as_tuple=True)
    return chosen(condition, input, other)


METHODS["where"] = lambda x, condition, other: chosen(condition, x, other)


@operation(
    function=True,
    x=lambda g, mask: np.where(mask, 0, g),
    value=lambda g, mask: np.where(mask, g, 0).sum(),
    meta=lambda f, x, mask, value: (np.broadcast_shapes(x.shape, mask.shape), x.dtype),
)
def masked_fill(x, mask, value):
    if mask.dtype != bool:
        raise RuntimeError(
            "masked_fill_ only supports boolean masks, but got mask with dtype " + str(mask.dtype)
        )
    try:
        return row_by_row(np.where(mask, np.asarray(value, x.dtype), x))
    except ValueError as error:
        raise broadcast(x, mask) or error from None


# ---- aliases --------------------------------------------------------------------------------------
for _name, _other in {
    "sub": "subtract", "mul": "multiply", "div": "divide", "neg": "negative", "abs": "absolute", "gt": "greater",
    "ge": "greater_equal", "lt": "less", "le": "less_equal", "ne": "not_equal",
}.items():  # fmt: skip
    METHODS[_other] = FUNCTIONS[_other] = METHODS[_name]
METHODS["true_divide"] = FUNCTIONS["true_divide"] = METHODS["div"]
