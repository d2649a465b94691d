"""Your own positional encoding: a vector for each position, which is added to the token's vector."""

import torch
from torch import Tensor

from transformer.positions import FixedPositions
from transformer.variants import variant


@variant("position", "NAME")
class Mine(FixedPositions):
    """A 1 in the dimension with the number of the position, modulo d_model."""

    @staticmethod
    def encoding(length: int, d_model: int) -> Tensor:
        return torch.eye(d_model)[torch.arange(length) % d_model]  # (length, d_model)
