"""Scheduled sampling: in training, the decoder reads some of its own words instead of the correct ones."""

from collections.abc import Callable

import torch
from torch import Tensor

from transformer.vocabulary import PAD


@torch.no_grad()
def self_written(
    model: Callable[[Tensor], Tensor],
    target: Tensor,
    share: float,
    generator: torch.Generator | None,
) -> Tensor:
    """Replace a fraction `share` of the decoder's input words with the model's own predictions.

    target (batch, target) → the same shape; START and padding stay (Bengio et al. 2015). `model` returns
    the logits for such an input.
    """
    written = model(target).argmax(-1)  # (batch, target): at t the word for t + 1
    written = torch.cat((target[:, :1], written[:, :-1]), dim=1)
    swap = (torch.rand(target.shape, generator=generator) < share).to(target.device)
    swap[:, 0] = False
    return torch.where(swap & (target != PAD), written, target)
