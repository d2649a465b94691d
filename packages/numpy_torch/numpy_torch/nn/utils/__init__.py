"""Utilities for parameters and sequences."""

import numpy as np

from numpy_torch.nn.utils import rnn  # noqa: F401
from numpy_torch.refusal import refuse
from numpy_torch.tensor import Tensor


def clip_grad_norm_(parameters, max_norm, norm_type=2.0):
    """Scale all gradients down together to a norm of at most `max_norm`; return the norm before."""
    if norm_type != 2:
        raise refuse(f"clip_grad_norm_(norm_type={norm_type!r})")
    parameters = [parameters] if isinstance(parameters, Tensor) else parameters
    moved = [p for p in parameters if p.grad is not None]
    gradients = [p.grad.array for p in moved]
    if not gradients:
        return Tensor(np.asarray(0.0, np.float32))
    lengths = np.array([np.sqrt(np.sum(g * g)) for g in gradients], gradients[0].dtype)
    total = np.sqrt(np.sum(lengths * lengths))
    factor = np.minimum(1.0, max_norm / (total + 1e-6))  # NaN if a gradient has one
    for p in moved:
        p.grad.mul_(float(factor))
    return Tensor(np.asarray(total))
