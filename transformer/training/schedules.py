"""Schedules: the learning rate of each step, as a fraction of the highest one."""

import math


def linear(step: int, steps: int, warmup: int) -> float:
    """Linear warm-up for `warmup` steps, then linear decay to 0 after the last step."""
    return min((step + 1) / warmup, (steps - step) / max(1, steps - warmup))


def cosine(step: int, steps: int, warmup: int) -> float:
    """Linear warm-up, then decay along half a cosine (Loshchilov and Hutter 2017)."""
    if step < warmup:
        return (step + 1) / warmup
    return (1 + math.cos(math.pi * (step - warmup) / max(1, steps - warmup))) / 2


def paper(step: int, steps: int, warmup: int) -> float:
    """Linear warm-up, then decay with 1/√step (Vaswani et al. 2017, section 5.3).

    The paper multiplies by d_model^−0.5, which sets the height of the curve; here the highest rate is 1.
    """
    return min((step + 1) / warmup, math.sqrt(warmup / (step + 1)))


def constant(step: int, steps: int, warmup: int) -> float:
    """The same rate from the first step on."""
    return 1.0


SCHEDULES = {"linear": linear, "cosine": cosine, "paper": paper, "constant": constant}
