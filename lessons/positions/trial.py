"""Positions on trial: the student's two functions, asked for numbers."""

from pathlib import Path

from torch import Tensor

from lessons.kit.exercise import Functions, returned
from transformer import positions

# All sizes differ, so that no axis can be taken for another. 8 numbers a row turn with 1, 0.1, 0.01
# and 0.001 radians a position, which makes everything easy to read.
LENGTH, D_MODEL, LONGER, OTHER_BASE = 9, 8, 50, 100.0


class Student(Functions):
    """Someone's `sinusoidal` and `shift`."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {"sinusoidal": positions.sinusoidal, "shift": positions.shift}

    def table(self, *arguments, **named) -> Tensor:
        """The student's table of positions, in float64; `Failed` where it is no tensor."""
        return self._tensor("sinusoidal", *arguments, **named)

    def matrix(self, *arguments, **named) -> Tensor:
        """The student's shift matrix, in float64; `Failed` where it is no tensor."""
        return self._tensor("shift", *arguments, **named)

    def _tensor(self, name: str, *arguments, **named) -> Tensor:
        got = self.call(name, *arguments, **named)
        if not isinstance(got, Tensor):
            raise self.failed(name, f"{name} {returned(got)}", "a tensor")
        return got.detach().double()
