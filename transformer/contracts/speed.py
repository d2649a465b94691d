"""The running time, compared with the standard layer of the same kind."""

import time

import torch
from torch import Tensor, nn

from transformer.contracts.errors import sentence
from transformer.contracts.layer_under_test import LayerUnderTest
from transformer.contracts.result import NotApplicable
from transformer.masks import causal
from transformer.registry import find

BATCH, LENGTH = 16, 32
ALIKE = 1.3  # even the same layer, timed twice, can differ by this factor
ROUNDS = 7  # the shortest time counts: other processes can only add time


def speed(tested: LayerUnderTest) -> str:
    """Measure the CPU time of a forward and backward pass. A slow layer is not wrong, so this is never red."""
    try:
        ratio = times(tested)
    except (RuntimeError, ValueError, MemoryError) as error:
        raise NotApplicable(
            f"the speed could not be measured: {sentence(error, tested.layer)}"
        ) from error
    return compared_time(
        ratio, f"the standard layer ({BATCH} × {LENGTH} words, forward and backward)"
    )


def compared_time(ratio: float, reference: str) -> str:
    """Return a phrase that compares the time with that of a reference."""
    if 1 / ALIKE < ratio < ALIKE:
        return f"takes about as long as {reference}"
    return f"takes {ratio:.1f} times as long as {reference}"


def times(tested: LayerUnderTest) -> float:
    standard = find(tested.kind, "sinusoidal" if tested.kind == "position" else "standard")
    layers = tested.build().train(), tested.build(layer=standard).train()
    x = tested.x(BATCH, LENGTH)
    best, threads = [float("inf")] * 2, torch.get_num_threads()
    torch.set_num_threads(1)  # several threads wait for each other, longer on a busy computer
    try:
        for _ in range(ROUNDS):
            for which, layer in enumerate(layers):
                best[which] = min(best[which], once(tested, layer, x))
    finally:
        torch.set_num_threads(threads)
    return best[0] / best[1]


def once(tested: LayerUnderTest, layer: nn.Module, x: Tensor) -> float:
    x = x.clone().requires_grad_()
    began = time.thread_time()
    total = tested.call(layer, x, causal(x.shape[1])).sum()
    if total.requires_grad:  # a layer without parameters may stop here
        total.backward()
    return time.thread_time() - began
