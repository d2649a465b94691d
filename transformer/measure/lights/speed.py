"""How long it takes, beside the standard layer of its kind."""

import time

from torch import Tensor, nn

from transformer.config import find
from transformer.masks import causal
from transformer.measure.lights.light import Grey
from transformer.measure.lights.place import sentence
from transformer.measure.lights.trial import Trial

BATCH, LENGTH = 16, 32
ROUNDS = 5  # the shortest of them: a busy machine only makes longer


def speed(trial: Trial) -> str:
    """Forward and backward, in seconds of the processor. Slow is not wrong: this is never red."""
    try:
        ratio = times(trial)
    except (RuntimeError, ValueError, MemoryError) as error:
        raise Grey(f"it cannot be measured: {sentence(error, trial.layer)}") from error
    said = f"{ratio:.1f} times as long as" if ratio >= 1.05 else "no longer than"
    return f"{said} the standard layer ({BATCH} × {LENGTH} words, forward and backward)"


def times(trial: Trial) -> float:
    standard = find(trial.kind, "sinusoidal" if trial.kind == "position" else "standard")
    layers = trial.build().train(), trial.build(layer=standard).train()
    x = trial.x(BATCH, LENGTH)
    best = [float("inf")] * 2
    for _ in range(ROUNDS):
        for which, layer in enumerate(layers):
            best[which] = min(best[which], once(trial, layer, x))
    return best[0] / best[1]


def once(trial: Trial, layer: nn.Module, x: Tensor) -> float:
    x = x.clone().requires_grad_()
    began = time.thread_time()
    total = trial.call(layer, x, causal(x.shape[1])).sum()
    if total.requires_grad:  # a layer that learns nothing may stop here
        total.backward()
    return time.thread_time() - began
