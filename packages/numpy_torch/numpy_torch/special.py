"""Special functions, without gradients."""

import math

import numpy as np

from numpy_torch.operation import untraced
from numpy_torch.refusal import missing
from numpy_torch.tensor import Tensor


def __getattr__(name):
    raise missing("torch.special", name)


def entr(x):
    """−x ln x, which is 0 at 0."""
    (a,) = untraced("special.entr", x)
    inside = np.where(a > 0, a, 1)
    return Tensor(
        np.where(a > 0, -a * np.log(inside), np.where(a == 0, 0, -np.inf)).astype(a.dtype)
    )


def gammaincc(a, x):
    """The probability of a gamma variable above x (Press et al. 2007, section 6.2)."""
    pairs = np.broadcast_arrays(*untraced("special.gammaincc", a, x))
    found = [
        _above(float(one), float(other)) for one, other in zip(*map(np.ravel, pairs), strict=True)
    ]
    return Tensor(np.array(found, np.result_type(*pairs)).reshape(pairs[0].shape))


def _above(a, x):
    if x <= 0:
        return 1.0
    if math.isinf(x):
        return 0.0
    front = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:  # a sum, for the lower part
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-17:
            n += 1
            term *= x / n
            total += term
        return 1 - total * front
    b, tiny = x + 1 - a, 1e-300  # a continued fraction
    c, d = 1 / tiny, 1 / b
    fraction, i = d, 0
    while True:
        i += 1
        factor = -i * (i - a)
        b += 2
        d = 1 / (factor * d + b or tiny)
        c = b + factor / c or tiny
        fraction *= d * c
        if abs(d * c - 1) < 1e-16 or i > 10_000:
            return front * fraction
