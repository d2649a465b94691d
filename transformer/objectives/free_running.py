"""Training in which a decoder reads some words as it would write them, not as they should be."""

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
    """The decoder's input with a share of its words as the model itself would have written them.

    target (batch, target) → the same shape; START and padding stay (Bengio et al. 2015). `model` gives
    the logits for such an input.
    """
    written = model(target).argmax(-1)  # (batch, target): at t the word for t + 1
    written = torch.cat((target[:, :1], written[:, :-1]), dim=1)
    swap = (torch.rand(target.shape, generator=generator) < share).to(target.device)
    swap[:, 0] = False
    return torch.where(swap & (target != PAD), written, target)
