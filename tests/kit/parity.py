"""A model beside its formulas: the same values, and the same gradients of every weight."""

import torch
from torch import Tensor, nn


def same(model: nn.Module, ours: Tensor, theirs: Tensor) -> None:
    """Both were computed with the weights of `model`."""
    torch.testing.assert_close(ours, theirs)
    weights = list(model.parameters())
    first = torch.autograd.grad(ours.square().sum(), weights)
    second = torch.autograd.grad(theirs.square().sum(), weights)
    for gradient, other in zip(first, second, strict=True):
        torch.testing.assert_close(gradient, other)
