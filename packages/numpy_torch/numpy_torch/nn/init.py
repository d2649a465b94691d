"""Initialization of parameters, in place and without tracking."""

import math

from numpy_torch.grad_mode import no_grad
from numpy_torch.operation import METHODS
from numpy_torch.overrides import overridable
from numpy_torch.random import normal_ as _normal
from numpy_torch.random import uniform_ as _uniform
from numpy_torch.refusal import refuse


def _fans(tensor):
    inside = math.prod(tensor.shape[2:])
    return tensor.shape[1] * inside, tensor.shape[0] * inside


@overridable
@no_grad()
def uniform_(tensor, a=0.0, b=1.0, generator=None):
    return _uniform(tensor, a, b, generator=generator)


@overridable
@no_grad()
def normal_(tensor, mean=0.0, std=1.0, generator=None):
    return _normal(tensor, mean, std, generator=generator)


@overridable
def constant_(tensor, val):
    with no_grad():
        return METHODS["fill_"](tensor, val)


@overridable
def zeros_(tensor):
    return constant_(tensor, 0.0)


@overridable
def ones_(tensor):
    return constant_(tensor, 1.0)


@overridable
def eye_(tensor):
    with no_grad():
        METHODS["zero_"](tensor)
        return METHODS["fill_diagonal_"](tensor, 1.0)


@overridable
@no_grad()
def xavier_uniform_(tensor, gain=1.0, generator=None):
    bound = math.sqrt(3.0) * gain * math.sqrt(2.0 / float(sum(_fans(tensor))))
    return _uniform(tensor, -bound, bound, generator=generator)


@overridable
@no_grad()
def xavier_normal_(tensor, gain=1.0, generator=None):
    return _normal(
        tensor, 0.0, gain * math.sqrt(2.0 / float(sum(_fans(tensor)))), generator=generator
    )


@overridable
@no_grad()
def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    if nonlinearity not in ("leaky_relu", "relu"):
        raise refuse(f"kaiming_uniform_(nonlinearity={nonlinearity!r})")
    gain = math.sqrt(2.0 / (1 + a**2)) if nonlinearity == "leaky_relu" else math.sqrt(2.0)
    bound = math.sqrt(3.0) * gain / math.sqrt(_fans(tensor)[mode != "fan_in"])
    return _uniform(tensor, -bound, bound, generator=generator)
