"""A step of Adam on trial: the student's function, found in its file and asked for numbers."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from lessons.kit import checking
from lessons.kit.checking import Failed

EXERCISE = Path(__file__).with_name("exercise.py")
NAME = "adam_step"
PARTS = ("parameter", "m", "v")

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


class Student:
    """Someone's `adam_step`; `None` stands for the one in exercise.py as it is now on disk."""

    def __init__(self, adam_step: Callable | None = None):
        self.function = adam_step
        self.in_file = adam_step is None
        code = getattr(adam_step, "__code__", None)
        self.file = code.co_filename if code else str(EXERCISE)

    def find(self) -> None:
        """Load the function; `Failed` where it is missing."""
        if not self.in_file:
            return
        self.function = getattr(checking.load_file(EXERCISE), NAME, None)
        if not callable(self.function):
            missing = self.function is None
            saw = f"there is no function {NAME}" if missing else f"{NAME} is no function"
            raise Failed(saw, f"def {NAME}(…), as in the stub", look_at=checking.shown(self.file))

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
        return Step(*self._three(self.function(*given, t, **{"lr": LR, **settings})))

    def changed(self, **settings) -> str:
        """The name of a tensor that the function wrote into; "" where it left all as they were."""
        names = ("parameter", "gradient", "m", "v")
        given = [one.clone() for one in (PARAMETER, GRADIENT, M, V)]
        self.function(*given, 3, **{"lr": LR, **settings})
        before = (PARAMETER, GRADIENT, M, V)
        return next(
            (n for n, a, b in zip(names, before, given, strict=True) if not torch.equal(a, b)), ""
        )

    def line(self) -> str:
        """Where the student's function begins, for "look at"."""
        code = getattr(self.function, "__code__", None)
        if code is None:
            return checking.shown(self.file)
        return checking.place(code.co_filename, code.co_firstlineno, f"def {NAME}(…)")

    def _three(self, got) -> list[Tensor]:
        if not isinstance(got, tuple | list):
            what = "nothing; it needs a return" if got is None else f"a {type(got).__name__}"
            raise Failed(f"{NAME} returned {what}", "parameter, m, v", look_at=self.line())
        if len(got) != 3:
            saw = f"{NAME} returned {len(got)} things"
            raise Failed(saw, "three: parameter, m, v", look_at=self.line())
        for name, one in zip(PARTS, got, strict=True):
            if not isinstance(one, Tensor):
                saw = f"the {name} that came back is a {type(one).__name__}"
                raise Failed(saw, "a tensor", look_at=self.line())
        return [one.detach().double() for one in got]
