"""Products of vectors and matrices. Each reports its multiplications to counters (`torch.utils.flop_counter`)."""

import math

import numpy as np

from numpy_torch import grad
from numpy_torch.dtypes import promoted, scalar_type
from numpy_torch.operation import METHODS, also_method, operation, public, untraced
from numpy_torch.ops.pairs import broadcast
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Tensor

counters = []  # of flop_counter: each receives the number of × and +


def count(multiply_adds):
    for counter in counters:
        counter.flops += 2 * int(multiply_adds)


def _fit(a, b):
    """Raise torch's errors for matrices whose shapes do not match."""
    if a.dtype != b.dtype:
        short = {"float32": "float", "float64": "double", "int64": "long int", "bool": "bool"}
        first, second = (short.get(str(m.dtype), str(m.dtype)) for m in (a, b))
        raise RuntimeError(
            f"expected m1 and m2 to have the same dtype, but got: {first} != {second}"
        )
    inner = a.shape[-1], b.shape[-2] if b.ndim > 1 else b.shape[0]
    if inner[0] != inner[1]:
        if a.ndim == b.ndim == 1:
            raise RuntimeError(
                f"inconsistent tensor size, expected tensor [{inner[0]}] and src [{inner[1]}] to have the same number "
                f"of elements, but got {inner[0]} and {inner[1]} elements respectively"
            )
        if a.ndim > 2 and b.ndim > 2:
            raise RuntimeError(
                "Expected size for first two dimensions of batch2 tensor to be: "
                f"[{int(np.prod(a.shape[:-2]))}, {inner[0]}] but got: [{int(np.prod(b.shape[:-2]))}, {inner[1]}]."
            )
        rows = int(np.prod(a.shape[:-1]))
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({rows}x{inner[0]} and {inner[1]}x{b.shape[-1]})"
        )


def _product_shape(a, b):
    left = a.shape if a.ndim > 1 else (1, *a.shape)
    right = b.shape if b.ndim > 1 else (*b.shape, 1)
    front = np.broadcast_shapes(left[:-2], right[:-2])
    return (*front, *left[-2:-1][: a.ndim - 1], *right[-1:][: b.ndim - 1])


def _counted_shape(forward, a, b):
    shape = _product_shape(a, b)
    count(int(np.prod(shape)) * a.shape[-1])
    return shape, promoted(a, b)


def rows_by_rows(a, b):
    """a (m, n), b (k, n) → a bᵀ (m, k). In a browser, numpy has no BLAS: `@` multiplies element by element there, and
    `einsum` takes a fifth of its time if both are stored row by row. A row gives exactly the same numbers
    alone and with others."""
    return np.einsum("ij,kj->ik", np.ascontiguousarray(a), np.ascontiguousarray(b))


def _rows(a):
    return a.reshape(math.prod(a.shape[:-1]), a.shape[-1])


def _unfolded(g, left, right):
    """Return the gradient of a product of these shapes with the axes of a product of matrices."""
    left, right = (
        ((1, *left) if len(left) == 1 else left),
        ((*right, 1) if len(right) == 1 else right),
    )
    return g.reshape(*np.broadcast_shapes(left[:-2], right[:-2]), left[-2], right[-1])


def _left(g, y, shape):
    if len(shape) > 1 and y.ndim == 2:
        return rows_by_rows(_rows(g), y).reshape(shape)
    right = y[:, None] if y.ndim == 1 else y
    product = _unfolded(g, shape, y.shape) @ right.swapaxes(-1, -2)
    return product.sum(tuple(range(product.ndim - 1))) if len(shape) == 1 else product


def _right(g, x, shape):
    if x.ndim > 1 and len(shape) == 2:
        return rows_by_rows(_rows(x).T, _rows(g).T)
    left = x[None] if x.ndim == 1 else x
    product = left.swapaxes(-1, -2) @ _unfolded(g, x.shape, shape)
    if len(shape) == 1:
        return product[..., 0].sum(tuple(range(product.ndim - 2)))
    return product


@operation(kinds="iuf", x=_left, y=_right, meta=_counted_shape)
def matmul(x, y):
    if not (x.ndim and y.ndim):
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {x.ndim}D and {y.ndim}D"
        )
    _fit(x, y)
    try:
        if x.ndim > 1 and y.ndim == 2:
            product = rows_by_rows(_rows(x), y.T).reshape(*x.shape[:-1], y.shape[1])
        else:  # many small ones, as in attention, which `@` does as fast
            product = np.matmul(x, y, order="C")
    except ValueError as error:
        raise broadcast(x[..., :1, :1], y[..., :1, :1]) or error from None
    if counters:
        _counted_shape(None, x, y)
    return product


def _product_of(name, axes, sentence):
    """`matmul` for tensors with these numbers of axes only."""

    def product(x, y):
        if (x.array.ndim, y.array.ndim) != axes:
            raise RuntimeError(sentence.format(x.array.ndim, y.array.ndim))
        if name == "bmm" and x.shape[0] != y.shape[0]:
            raise RuntimeError(
                "Expected size for first two dimensions of batch2 tensor to be: "
                f"[{x.shape[0]}, {x.shape[2]}] but got: [{y.shape[0]}, {y.shape[1]}]."
            )
        return matmul(x, y)

    product.__name__ = name
    METHODS[name] = public(product)


_product_of("mm", (2, 2), "mat1 and mat2 must be matrices, but they have {} and {} dimensions")
_product_of(
    "bmm", (3, 3), "batch1 and batch2 must be 3D tensors, but they have {} and {} dimensions"
)
_product_of("mv", (2, 1), "vector + matrix @ vector expected, got {1}, {0}, {1}")
_product_of("dot", (1, 1), "1D tensors expected, but got {}D and {}D tensors")


@public
@also_method
def inner(x, y):
    """Sum over the last axis of both."""
    if not (x.array.ndim and y.array.ndim):
        return METHODS["mul"](x, y)
    if x.shape[-1] != y.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(x.shape)} and {list(y.shape)}"
        )
    rows, others = (METHODS["reshape"](t, (-1, t.shape[-1])) for t in (x, y))
    return METHODS["reshape"](matmul(rows, others.T), (*x.shape[:-1], *y.shape[:-1]))


@public
@also_method
def outer(x, y):
    for word, t in (("self", x), ("vec2", y)):
        if t.array.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {word}, but got {t.array.ndim}-D")
    return METHODS["mul"](METHODS["unsqueeze"](x, 1), y)


def _linear_shape(forward, x, weight, bias=None):
    count(x.size * weight.shape[0])
    return (*x.shape[:-1], weight.shape[0]), x.dtype


@operation(
    method=False,
    function=False,
    kinds="iuf",
    meta=_linear_shape,
    x=lambda g, weight, shape: rows_by_rows(_rows(g), weight.T).reshape(shape),
    weight=lambda g, x: rows_by_rows(_rows(g).T, _rows(x).T),
    bias=lambda g, shape: _rows(g).sum(0) if len(shape) == 1 else g,
)
def linear(x, weight, bias=None):
    """(…, in) → (…, out): x Wᵀ + b"""
    if weight.ndim != 2:
        raise refuse("A linear layer whose weight is no matrix")
    _fit(x, weight.T)
    if counters:
        count(x.size * weight.shape[0])
    out = rows_by_rows(_rows(x), weight).reshape(*x.shape[:-1], weight.shape[0])
    if bias is None:
        return out
    if bias.dtype != x.dtype:
        if x.ndim != 2:
            raise refuse("A linear layer with a bias of another data type")
        kinds = " and ".join(scalar_type(array.dtype) for array in (bias, x))
        raise RuntimeError(f"self and mat2 must have the same dtype, but got {kinds}")
    if bias.ndim > 1 and x.ndim != 2:
        raise refuse("A linear layer whose bias is no vector")
    try:
        return out + np.broadcast_to(bias, out.shape)
    except ValueError:
        raise RuntimeError(
            f"The bias of shape {list(bias.shape)} doesn't match the output of shape {list(out.shape)}"
        ) from None


@public
def cdist(x1, x2, p=2.0, compute_mode=None):
    for number, x in enumerate((x1, x2), start=1):
        if not x.is_floating_point():
            kind = scalar_type(x.array.dtype)
            raise RuntimeError(f"cdist only supports floating-point dtypes, X{number} got: {kind}")
        if x.dim() < 2:
            raise RuntimeError(
                f"cdist only supports at least 2D tensors, X{number} got: {x.dim()}D"
            )
    kinds = [scalar_type(x.array.dtype) for x in (x1, x2)]
    if kinds[0] != kinds[1]:
        raise RuntimeError(f"expected scalar type {kinds[0]} but found {kinds[1]}")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}"
        )
    far = METHODS["sub"](METHODS["unsqueeze"](x1, -2), METHODS["unsqueeze"](x2, -3))
    result = METHODS["norm"](far, p, -1)
    grad.keep(result, (x1, x2))
    return result


@public
def cartesian_prod(*tensors):
    grids = np.meshgrid(*untraced("cartesian_prod", *tensors), indexing="ij")
    return Tensor(np.stack([grid.reshape(-1) for grid in grids], -1))


METHODS["cdist"] = cdist
