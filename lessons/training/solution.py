"""A step of the reference optimiser in the form of the exercise, and the walk of torch's optimiser for comparison."""

from collections.abc import Callable

import torch
from torch import Tensor

from transformer.training.optimizers import Adam, AdamW

LR, DECAY = 0.05, 0.2


def adam_step(
    parameter, gradient, m, v, t, lr=0.01, beta1=0.9, beta2=0.999, eps=1e-8, weight_decay=0.0,
    decoupled=False,
):  # fmt: skip
    """Compute one step of the optimiser that trains the models, in the form of the exercise."""
    kind = AdamW if decoupled else Adam
    optimizer = kind([parameter], lr, (beta1, beta2), eps, weight_decay)
    moved, memory = parameter.clone(), {"step": torch.tensor(float(t)), "m": m, "v": v}
    optimizer.move(moved, gradient, memory)
    return moved, memory["m"], memory["v"]


def torch_walk(
    function: Callable, start, slope: Callable[[Tensor], Tensor], steps: int, lr: float = LR,
    weight_decay: float = DECAY, beta1: float = 0.9, beta2: float = 0.999,
) -> list[Tensor]:  # fmt: skip
    """Return the position of torch's own optimiser after each step down a valley.

    `function` is the function behind torch's class; the class itself takes a second to start.
    """
    place, number = torch.as_tensor(start, dtype=torch.float64).clone(), torch.tensor(0.0)
    m, v, places = torch.zeros_like(place), torch.zeros_like(place), []
    for _ in range(steps):
        function(
            [place], [slope(place)], [m], [v], [], [number], foreach=False, amsgrad=False, lr=lr,
            beta1=beta1, beta2=beta2, weight_decay=weight_decay, eps=1e-8, maximize=False,
        )  # fmt: skip
        places.append(place.clone())
    return places
