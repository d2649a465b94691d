"""Other positional encodings: two that a model can be trained with, and some for comparison."""

import math

import torch
from torch import Tensor, nn

from transformer.positions import FixedPositions, frequencies, positions, sinusoidal, waves
from transformer.variants import variant


def wavelengths(d_model: int, base: float = 10000.0) -> Tensor:
    """Return after how many positions each pair completes one rotation: 2π … almost base · 2π; (d_model /
    2,)."""
    return (2 * math.pi / frequencies(d_model, base)).float()


def concatenated(length: int, d_model: int, base: float = 10000.0) -> Tensor:
    """All sines, then all cosines: the same values as `sinusoidal` with the columns in another order.

    Returns (length, d_model).
    """
    return torch.cat(waves(length, d_model, base), dim=-1).float()


def binary(length: int, d_model: int, start: int = 0) -> Tensor:
    """The position as a binary number, lowest bit first, padded with zeros; (length, d_model).

    Raises `ValueError` where d_model bits are too few.
    """
    position = positions(length, start).long()
    if int(position[-1]).bit_length() > d_model:
        raise ValueError(
            f"position {int(position[-1])} needs {int(position[-1]).bit_length()} bits, "
            f"but a vector has only d_model = {d_model} components"
        )
    bits = min(d_model, 62)  # an integer has no more; further dimensions stay 0
    number = position[:, None] >> torch.arange(bits) & 1  # (length, bits)
    return nn.functional.pad(number.float(), (0, d_model - bits))


def index(length: int, d_model: int, start: int = 0) -> Tensor:
    """The position itself in dimension 0, zeros elsewhere: it exceeds all other values.

    Returns (length, d_model).
    """
    return in_first_dimension(positions(length, start), d_model)


def normalised(length: int, d_model: int) -> Tensor:
    """From 0 at the first to 1 at the last position, in dimension 0; (length, d_model).

    The step depends on the length, which a decoder does not know before it has finished. So this encoding is
    only for display, and a model here cannot be trained with it.
    """
    return in_first_dimension(positions(length) / max(1, length - 1), d_model)


def in_first_dimension(values: Tensor, d_model: int) -> Tensor:
    if d_model < 1:
        raise ValueError(f"d_model is {d_model}, but it must be at least 1")
    return nn.functional.pad(values[:, None].float(), (0, d_model - 1))  # (length, d_model)


@variant("position", "binary")
class BinaryPositions(FixedPositions):
    """The bits of the position."""

    encoding = staticmethod(binary)


@variant("position", "concatenated")
class ConcatenatedPositions(FixedPositions):
    """Sinusoids with all sines before all cosines, as in Marian's translation models."""

    encoding = staticmethod(concatenated)


@variant("position", "index")
class IndexPositions(FixedPositions):
    """The position as one growing number in a single dimension."""

    encoding = staticmethod(index)


# Every encoding by its name; those that know a `base` are the waves.
ENCODINGS = {f.__name__: f for f in (sinusoidal, concatenated, binary, index, normalised)}
