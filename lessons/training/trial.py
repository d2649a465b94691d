"""A step of Adam on trial: the student's function, asked for numbers."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from lessons.kit.exercise import Functions, returned
from transformer.training.optimizers import Adam, AdamW

NAME = "adam_step"

# Six numbers in two rows. No two are alike, so that none can stand for another, and m and v are not
# those of the gradient, so that "old" and "new" can be told apart.
PARAMETER = torch.tensor([[1.5, -2.0, 0.25], [3.0, -0.5, 4.0]], dtype=torch.float64)
GRADIENT = torch.tensor([[0.3, -1.2, 4.0], [-0.02, 0.9, -7.0]], dtype=torch.float64)
M = torch.tensor([[0.2, -0.6, 1.0], [0.05, 0.4, -3.0]], dtype=torch.float64)
V = torch.tensor([[0.01, 0.8, 2.0], [0.003, 0.3, 6.0]], dtype=torch.float64)
ZERO = torch.zeros_like(PARAMETER)
LR, DECAY = 0.05, 0.2


class Step(NamedTuple):
    """What comes out of one step."""

    parameter: Tensor
    m: Tensor
    v: Tensor


def adam_step(
    parameter, gradient, m, v, t, lr=0.01, beta1=0.9, beta2=0.999, eps=1e-8, weight_decay=0.0,
    decoupled=False,
):  # fmt: skip
    """One step of the optimiser that trains the models, as the exercise asks for it."""
    kind = AdamW if decoupled else Adam
    optimizer = kind([parameter], lr, (beta1, beta2), eps, weight_decay)
    moved, memory = parameter.clone(), {"step": torch.tensor(float(t)), "m": m, "v": v}
    optimizer.move(moved, gradient, memory)
    return moved, memory["m"], memory["v"]


def torchs_walk(
    function: Callable, start, slope: Callable[[Tensor], Tensor], steps: int, lr: float = LR,
    weight_decay: float = DECAY, beta1: float = 0.9, beta2: float = 0.999,
) -> list[Tensor]:  # fmt: skip
    """Where torch's own optimiser stands after each step down a valley.

    `function` is the one behind torch's class: the class itself would take a second to begin.
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


class Student(Functions):
    """Someone's `adam_step`."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {NAME: adam_step}

    @property
    def function(self) -> Callable:
        return self.found[NAME]

    def step(
        self,
        parameter: Tensor = PARAMETER,
        gradient: Tensor = GRADIENT,
        m: Tensor = ZERO,
        v: Tensor = ZERO,
        t: int = 1,
        **settings,
    ) -> Step:
        """One step from copies of these, in float64; `Failed` where no three tensors come out."""
        given = [one.clone() for one in (parameter, gradient, m, v)]
        return Step(*self._three(self.call(NAME, *given, t, **{"lr": LR, **settings})))

    def line(self, name: str = NAME) -> str:
        """Where the student's function begins, for "look at"."""
        return super().line(name)

    def _three(self, got) -> list[Tensor]:
        if not isinstance(got, tuple | list):
            raise self.failed(NAME, f"{NAME} {returned(got)}", "parameter, m, v")
        if len(got) != 3:
            raise self.failed(NAME, f"{NAME} returned {len(got)} things", "three: parameter, m, v")
        for name, one in zip(Step._fields, got, strict=True):
            if not isinstance(one, Tensor):
                saw = f"the {name} that came back is a {type(one).__name__}"
                raise self.failed(NAME, saw, "a tensor")
        return [one.detach().double() for one in got]
