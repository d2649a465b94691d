"""Attention masks: which query may attend to which key. A mask is a bool tensor; **True = may attend**.

Combine masks with `&`, which keeps what every mask allows. They broadcast to `(batch, head, query, key)`.
"""

import torch
from torch import Tensor


def causal(queries: int, keys: int | None = None, device: torch.device | None = None) -> Tensor:
    """The causal mask: each position attends to itself and to earlier ones; shape (query, key).
    With fewer queries than keys (a decoder that cached earlier keys), the queries are the *last*
    positions, so the mask is aligned at its bottom right corner."""
    keys = queries if keys is None else keys
    if queries > keys:
        raise ValueError(f"{queries} queries but only {keys} keys were given: add keys.")
    query = torch.arange(keys - queries, keys, device=device)[:, None]  # (query, 1)
    key = torch.arange(keys, device=device)[None, :]  # (1, key)
    return key <= query  # (query, key)


def padding(tokens: Tensor, pad: int) -> Tensor:
    """The padding mask, which hides padding; tokens (batch, key) → mask (batch, 1, 1, key)."""
    return (tokens != pad)[:, None, None, :]


def validate_mask(mask: Tensor | None, scores: Tensor) -> Tensor | None:
    """Return the mask if it fits scores (…, query, key); raise an error if it could be misread."""
    if mask is None:
        return None
    if mask.dtype != torch.bool:
        raise TypeError(
            f"the mask is {mask.dtype}, but it must be torch.bool, where True means “may attend”. Convert: mask == 0."
        )
    axes = zip(reversed(mask.shape), reversed(scores.shape), strict=False)
    if 2 < mask.dim() != scores.dim() or any(m != s and 1 not in (m, s) for m, s in axes):
        raise ValueError(  # (batch, query, key) would be read as (head, query, key)
            f"the mask of shape {tuple(mask.shape)} does not fit the scores of shape {tuple(scores.shape)}. Each axis must "
            "have the size of the scores’ axis, or 1. If the axis of the heads is missing, add it: mask[:, None]."
        )
    return mask
