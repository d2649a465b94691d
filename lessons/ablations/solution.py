"""The reference functions, with the signatures of the exercise."""

from collections.abc import Callable, Sequence
from statistics import NormalDist

from torch import Tensor, nn

from transformer.layers import Residual
from transformer.measure.statistics import compare, interval

Z = 1.96


def real_residual(x: Tensor, sublayer: Callable, norm: Callable, dropout: Callable) -> Tensor:
    """Return the reference residual, with this LayerNorm and this dropout."""
    layer = Residual(x.shape[-1], "pre", norm=nn.Identity)
    layer.norm.forward, layer.dropout.forward = norm, dropout
    return layer(x, sublayer)


def real_interval(right: int, count: int, z: float = Z) -> tuple[float, float]:
    """Return the reference interval, with z in place of the confidence."""
    return interval(right, count, 2 * NormalDist().cdf(z) - 1)


def real_p_value(first: Sequence[bool], second: Sequence[bool]) -> float:
    """Return the reference p-value."""
    return compare(first, second).p_value
