"""How long it takes, beside the standard layer of its kind."""

import time

import torch
from torch import Tensor, nn

from transformer.contracts.errors import sentence
from transformer.contracts.light import Grey
from transformer.contracts.trial import Trial
from transformer.masks import causal
from transformer.registry import find

BATCH, LENGTH = 16, 32
ALIKE = 1.3  # twice the same layer differs by so much now and then
ROUNDS = 7  # the shortest of them: a busy machine only makes longer


def speed(trial: Trial) -> str:
    """Forward and backward, in seconds of the processor. Slow is not wrong: this is never red."""
    try:
        ratio = times(trial)
    except (RuntimeError, ValueError, MemoryError) as error:
        raise Grey(f"it could not be measured: {sentence(error, trial.layer)}") from error
    return said(ratio, f"the standard layer ({BATCH} × {LENGTH} words, forward and backward)")


def said(ratio: float, beside: str) -> str:
    if 1 / ALIKE < ratio < ALIKE:
        return f"about as long as {beside}"
    return f"{ratio:.1f} times as long as {beside}"


def times(trial: Trial) -> float:
    standard = find(trial.kind, "sinusoidal" if trial.kind == "position" else "standard")
    layers = trial.build().train(), trial.build(layer=standard).train()
    x = trial.x(BATCH, LENGTH)
    best, threads = [float("inf")] * 2, torch.get_num_threads()
    torch.set_num_threads(1)  # several wait for each other, and longer on a busy machine
    try:
        for _ in range(ROUNDS):
            for which, layer in enumerate(layers):
                best[which] = min(best[which], once(trial, layer, x))
    finally:
        torch.set_num_threads(threads)
    return best[0] / best[1]


def once(trial: Trial, layer: nn.Module, x: Tensor) -> float:
    x = x.clone().requires_grad_()
    began = time.thread_time()
    total = trial.call(layer, x, causal(x.shape[1])).sum()
    if total.requires_grad:  # a layer that learns nothing may stop here
        total.backward()
    return time.thread_time() - began
