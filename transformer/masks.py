"""Who may look at whom. Every mask is a tensor of bool in which **True = may look**.

Masks combine with `&`: what all of them allow. They broadcast to `(batch, head, query, key)`.
"""

import torch
from torch import Tensor


def causal(queries: int, keys: int | None = None, device: torch.device | None = None) -> Tensor:
    """Each position looks at itself and what came before; shape (query, key).
    With fewer queries than keys (a decoder that kept the keys of earlier steps) the queries are the
    *last* positions, so the mask is aligned at its bottom right corner.
    """
    keys = queries if keys is None else keys
    if queries > keys:
        raise ValueError(f"{queries} queries cannot be the last of only {keys} keys")
    query = torch.arange(keys - queries, keys, device=device)[:, None]  # (query, 1)
    key = torch.arange(keys, device=device)[None, :]  # (1, key)
    return key <= query  # (query, key)


def padding(tokens: Tensor, pad: int) -> Tensor:
    """Nobody looks at padding; tokens (batch, key) → mask (batch, 1, 1, key)."""
    return (tokens != pad)[:, None, None, :]


def validate_mask(mask: Tensor | None, scores: Tensor) -> Tensor | None:
    """The mask, if it means what it says for scores (…, query, key); what could be misread is refused."""
    if mask is None:
        return None
    if mask.dtype != torch.bool:
        raise TypeError(
            f"the mask is {mask.dtype} and must be torch.bool, True = may look. Make one of a mask that "
            "is added to scores with `mask == 0`"
        )
    if 2 < mask.dim() != scores.dim():  # (batch, query, key) would be taken for (head, query, key)
        raise ValueError(
            f"the mask {tuple(mask.shape)} has {mask.dim()} axes and the scores {tuple(scores.shape)} "
            f"have {scores.dim()}: give it one for the heads too, mask[:, None]"
        )
    return mask
