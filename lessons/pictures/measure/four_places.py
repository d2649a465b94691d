"""Soft and hard attention to four vectors a, b, c, d, in numbers: z, and the gradient of each score."""

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.pictures.attention import best_place

VECTORS = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.8, 0.6], [-1.0, 0.5]])  # a, b, c, d
SCORES = torch.tensor([0.5, 1.5, 1.0, -0.5])
TARGET = torch.tensor([1.0, 0.5])  # the loss is the squared distance of z from it
WAYS = ("soft", "argmax", "sampled", "straight-through", "REINFORCE")


@dataclass(frozen=True)
class Attended:
    """`alpha` and `weights` (position,), `z` (2,), `loss`, and `gradient` (position,) of the loss with respect
    to the scores."""

    alpha: Tensor
    weights: Tensor
    z: Tensor
    loss: float
    gradient: Tensor


def attend(way: str) -> Attended:
    """Return the result of attention to the four vectors in one of `WAYS`."""
    with torch.enable_grad():
        scores = SCORES.clone().requires_grad_()
        alpha = scores.softmax(-1)
        weights = alpha
        if way in ("argmax", "straight-through"):
            weights = best_place(alpha)
        elif way != "soft":
            generator = torch.Generator().manual_seed(1)
            place = torch.multinomial(alpha.detach(), 1, generator=generator)
            weights = torch.zeros(len(alpha)).scatter(-1, place, 1.0)
        if way == "straight-through":
            weights = weights + (alpha - alpha.detach())
        z = weights @ VECTORS
        loss = (z - TARGET).square().sum()
        learned = loss
        if way == "REINFORCE":  # (loss − its mean) · log α of the sampled place
            losses = (VECTORS - TARGET).square().sum(-1)
            learned = (loss - alpha.detach() @ losses).detach() * (weights * alpha.log()).sum()
        (gradient,) = (
            torch.autograd.grad(learned, scores, allow_unused=True)
            if learned.requires_grad
            else (None,)
        )
    if gradient is None:  # no gradient path from the loss to the scores
        gradient = torch.zeros_like(SCORES)
    return Attended(alpha.detach(), weights.detach(), z.detach(), loss.item(), gradient)
