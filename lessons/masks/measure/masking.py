"""Masks in a running model: replace its own masks, and compute what the new ones let through."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from transformer.masks import causal, padding
from transformer.probe import probes, replace


def both(tokens: Tensor, pad: int) -> Tensor:
    """Return the causal mask combined with the padding mask; tokens (batch, n) → (batch, 1, n, n)."""
    return causal(tokens.shape[-1], device=tokens.device) & padding(tokens, pad)


def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Return the softmax over the allowed keys, zeros for a query without an allowed key; (…, query, key)."""
    hidden = scores.masked_fill(~mask, -math.inf)  # e to the power of −∞ is exactly 0
    weights = hidden.softmax(dim=-1)  # 0/0 in a row without an allowed key
    return weights.masked_fill(~mask, 0.0)  # every other row sums to 1


def misplaced(scores: Tensor, mask: Tensor) -> dict[str, Tensor]:
    """Return the weights (query, key) with the mask in the correct place, and in two wrong places that slides
    describe."""
    return {
        "scores set to −∞, then softmax": masked_softmax(scores, mask),
        "softmax, then weights set to 0": scores.softmax(dim=-1).masked_fill(~mask, 0.0),
        "scores set to 0, then softmax": scores.masked_fill(~mask, 0.0).softmax(dim=-1),
    }


@contextmanager
def masking(model: nn.Module, paths: Sequence[str], masks: Sequence[Tensor]) -> Iterator[None]:
    """Within the block, replace the mask of each attention in `paths`.

    A mask is bool, True = may attend, and broadcasts to (batch, head, query, key).
    """
    functions: dict[str, Callable[[Tensor], Tensor]] = {}
    for path, mask in zip(paths, masks, strict=True):
        functions |= _hiding(path, mask)
    with replace(model, functions):
        yield


def _hiding(path: str, mask: Tensor) -> dict:
    """Return the functions that apply this mask to the scores before the layer's own mask. A row without an allowed key gets weights 0,
    because a layer without a mask of its own would divide 0 by 0."""
    before: list[Tensor] = []

    def store(scaled: Tensor) -> Tensor:
        before[:] = [scaled]
        return scaled

    def hide(_: Tensor) -> Tensor:
        return before[0].masked_fill(~mask, -math.inf)  # (batch, head, query, key)

    def zeros(weights: Tensor) -> Tensor:
        return weights.masked_fill(~mask, 0.0)

    return {f"{path}.scaled": store, f"{path}.masked": hide, f"{path}.weights": zeros}


def maskable(model: nn.Module, paths: Sequence[str]) -> None:
    """Raise `ValueError` where a layer lacks the probe that is needed to replace its mask."""
    names = probes(model)
    for path in paths:
        for name in ("scaled", "masked"):
            if f"{path}.{name}" not in names:
                raise ValueError(
                    f"there is no probe {path}.{name} in this {type(model).__name__}, so this layer cannot "
                    f'use a different mask. Add self.{name} = Probe("batch head query key") to the layer, and '
                    f"pass its scores through the probe {'before' if name == 'scaled' else 'after'} "
                    "they are masked"
                )


def reach(masks: Sequence[Tensor], among: Sequence[Tensor] | None = None) -> Tensor:
    """Return which outputs a change of each token can reach through all layers: (…, output, token), bool.

    The residual passes every word on to itself. With `among`, `masks` are those of cross-attention:
    information from a source token then spreads among the target words.
    """
    reached = torch.zeros_like(masks[0])
    if among is None:
        among, masks = masks, [torch.zeros_like(mask) for mask in masks]
        reached = torch.eye(reached.shape[-1], dtype=torch.bool).expand_as(reached)
    for across, mask in zip(masks, among, strict=True):
        reached = (with_itself(mask).double() @ reached.double() > 0) | across
    return reached


def with_itself(mask: Tensor) -> Tensor:
    """Return what one layer lets through: the allowed keys and, by the residual, every word itself."""
    return mask | torch.eye(mask.shape[-1], dtype=torch.bool, device=mask.device)
