"""Adam's step (Kingma and Ba 2015), for all parameters in turn."""

import math

import numpy as np

from numpy_torch.refusal import refuse


def adam(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, **settings):
    """Adam with weight decay added to the gradient, and so to both averages."""
    _moved(params, grads, exp_avgs, exp_avg_sqs, state_steps, False, **settings)


def _moved(
    params, grads, exp_avgs, exp_avg_sqs, state_steps, apart, *, beta1, beta2, lr, weight_decay, eps,
    amsgrad=False, maximize=False, **_,
):  # fmt: skip
    """Take a step; `apart`: weight decay shrinks the parameters directly, as in AdamW."""
    if amsgrad or maximize:
        raise refuse("Adam with amsgrad or maximize")
    for p, g, m, v, step in zip(params, grads, exp_avgs, exp_avg_sqs, state_steps, strict=True):
        for changed in (p, m, v, step):
            changed.memory.writes += 1
        p, g, m, v, real = p.array, g.array, m.array, v.array, p.array.dtype.type
        step.array += 1
        count = step.array.item()
        if weight_decay and apart:
            p *= real(1 - lr * weight_decay)
        elif weight_decay:
            g = g + real(weight_decay) * p
        m += real(1 - beta1) * (g - m)
        v *= real(beta2)
        v += real(1 - beta2) * g * g
        root = np.sqrt(v) / real(math.sqrt(1 - beta2**count)) + real(eps)
        p -= real(lr / (1 - beta1**count)) * (m / root)
