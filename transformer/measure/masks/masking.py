"""Masks in a running model: put others in place of its own, and say what they let through."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from transformer.masks import causal, padding
from transformer.probe import probes, replace


def both(tokens: Tensor, pad: int) -> Tensor:
    """Each word looks back, and nobody looks at padding; tokens (batch, n) → (batch, 1, n, n)."""
    return causal(tokens.shape[-1], device=tokens.device) & padding(tokens, pad)


def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Shares of what may be looked at; a query that may look nowhere gets zeros; (…, query, key)."""
    hidden = scores.masked_fill(~mask, -math.inf)  # e to the power of −∞ is exactly 0
    weights = hidden.softmax(dim=-1)  # 0/0 in a row that has nothing left
    return weights.masked_fill(~mask, 0.0)  # every other row sums to 1


@contextmanager
def masking(model: nn.Module, paths: Sequence[str], masks: Sequence[Tensor]) -> Iterator[None]:
    """While the block runs, each attention in `paths` hides what its mask forbids, and nothing else.

    A mask is bool, True = may look, and broadcasts to (batch, head, query, key).
    """
    functions: dict[str, Callable[[Tensor], Tensor]] = {}
    for path, mask in zip(paths, masks, strict=True):
        functions |= _hiding(path, mask)
    with replace(model, functions):
        yield


def _hiding(path: str, mask: Tensor) -> dict:
    """The scores as they were before the layer's own mask, hidden by this one; a row in which nothing is
    left gets weights 0 where the layer itself has no mask and would divide 0 by 0."""
    before: list[Tensor] = []

    def keep(scaled: Tensor) -> Tensor:
        before[:] = [scaled]
        return scaled

    def hide(_: Tensor) -> Tensor:
        return before[0].masked_fill(~mask, -math.inf)  # (batch, head, query, key)

    def zeros(weights: Tensor) -> Tensor:
        return weights.masked_fill(~mask, 0.0)

    return {f"{path}.scaled": keep, f"{path}.masked": hide, f"{path}.weights": zeros}


def maskable(model: nn.Module, paths: Sequence[str]) -> None:
    """Raises `ValueError` where a layer keeps to itself what is needed to put a mask into it."""
    found = probes(model)
    for path in paths:
        for name in ("scaled", "masked"):
            if f"{path}.{name}" not in found:
                raise ValueError(
                    f"there is no probe {path}.{name} in this {type(model).__name__}, so no mask can be "
                    f'put into this layer. Give the layer one, self.{name} = Probe("batch head query '
                    f'key"), and pass its scores through it {"before" if name == "scaled" else "after"} '
                    "they are masked"
                )


def reach(masks: Sequence[Tensor], among: Sequence[Tensor] | None = None) -> Tensor:
    """Which outputs a change of each token can get to, through all layers: (…, output, token), bool.

    The residual hands every word on to itself. With `among`, `masks` are those of cross-attention:
    what has been fetched from a token of the source is handed on among the words themselves.
    """
    reached = torch.zeros_like(masks[0])
    if among is None:
        among, masks = masks, [torch.zeros_like(mask) for mask in masks]
        reached = torch.eye(reached.shape[-1], dtype=torch.bool).expand_as(reached)
    for across, mask in zip(masks, among, strict=True):
        reached = (with_itself(mask).double() @ reached.double() > 0) | across
    return reached


def with_itself(mask: Tensor) -> Tensor:
    """What one layer lets through: what its mask allows, and by the residual every word itself."""
    return mask | torch.eye(mask.shape[-1], dtype=torch.bool, device=mask.device)
