"""Elementwise operations on three tensors."""

import numpy as np

from numpy_torch.dtypes import alike, scalar_type
from numpy_torch.operation import operation
from numpy_torch.refusal import refuse


def _one_kind(word, x, other):
    if isinstance(other, np.ndarray) and other.ndim and other.dtype != x.dtype:
        raise RuntimeError(
            f"expected dtype {scalar_type(x.dtype).lower()} for `{word}` "
            f"but got dtype {scalar_type(other.dtype).lower()}"
        )


@operation(
    x=lambda g, weight: g * (1 - weight),
    end=lambda g, weight: g * weight,
    weight=lambda g, x, end: g * (end - x),
)
def lerp(x, end, weight):
    """Interpolate between x and `end`: x + weight (end − x)."""
    if x.dtype.kind != "f":
        raise refuse("lerp() of whole numbers or bools")
    _one_kind("end", x, np.atleast_1d(end))
    _one_kind("weight", x, weight)
    weight = np.asarray(weight, x.dtype)
    far = end - x
    return np.where(np.abs(weight) < 0.5, x + weight * far, end - far * (1 - weight))


@operation(
    x=lambda g: g,
    y=lambda g, z, value: g * z * value,
    z=lambda g, y, value: g * y * value,
)
def addcmul(x, y, z, *, value=1):
    x, y, z = alike(x, y, z)
    if x.dtype == np.bool_:
        raise NotImplementedError("\"addcmul_cpu_out\" not implemented for 'Bool'")
    return x + x.dtype.type(value) * y * z


def _divisor(z):
    """PyTorch computes 1/z in place, which whole numbers cannot hold."""
    if z.dtype.kind != "f":
        kind = scalar_type(z.dtype)
        raise RuntimeError(f"result type Float can't be cast to the desired output type {kind}")
    return z


@operation(
    x=lambda g, z: g,  # like PyTorch, which keeps z
    y=lambda g, z, value: g * value / _divisor(z),
    z=lambda g, y, z, value: -g * value * y / z / z,
)
def addcdiv(x, y, z, *, value=1):
    if y.dtype.kind != "f" and z.dtype.kind != "f":
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a "
            "true division of tensor1 and tensor2."
        )
    x, y, z = alike(x, y, z)
    return x + x.dtype.type(value) * y / z
