"""Positions on trial: the student's two functions, found in their file and asked for numbers."""

from collections.abc import Callable
from pathlib import Path

from torch import Tensor

from lessons.kit import checking
from lessons.kit.checking import Failed
from transformer import positions

EXERCISE = Path(__file__).with_name("exercise.py")
NAMES = ("sinusoidal", "shift")

# All sizes differ, so that no axis can be taken for another. 8 numbers a row turn with 1, 0.1, 0.01
# and 0.001 radians a position, which makes everything easy to read.
LENGTH, D_MODEL, LONGER, OTHER_BASE = 9, 8, 50, 100.0


class Student:
    """Someone's `sinusoidal` and `shift`; `None` stands for those in exercise.py as now on disk.

    Who brings only a `sinusoidal` gets the real `shift` beside it.
    """

    def __init__(self, sinusoidal: Callable | None = None, shift: Callable | None = None):
        self.in_file = sinusoidal is None and shift is None
        self.found = {
            "sinusoidal": sinusoidal or positions.sinusoidal,
            "shift": shift or positions.shift,
        }
        mine = getattr(sinusoidal or shift, "__code__", None)
        self.file = mine.co_filename if mine and not self.in_file else str(EXERCISE)

    def find(self) -> None:
        """Load the functions; `Failed` where one is missing."""
        if not self.in_file:
            return
        module = checking.load_file(EXERCISE)
        for name in NAMES:
            self.found[name] = getattr(module, name, None)
            if not callable(self.found[name]):
                missing = self.found[name] is None
                saw = f"there is no function {name}" if missing else f"{name} is no function"
                expected = f"def {name}(…), as in the stub"
                raise Failed(saw, expected, look_at=checking.shown(self.file))

    def table(self, *arguments, **named) -> Tensor:
        """The student's table of positions, in float64; `Failed` where it is no tensor."""
        return self._tensor("sinusoidal", *arguments, **named)

    def matrix(self, *arguments, **named) -> Tensor:
        """The student's shift matrix, in float64; `Failed` where it is no tensor."""
        return self._tensor("shift", *arguments, **named)

    def line(self, name: str) -> str:
        """Where the student's function begins, for "look at"."""
        code = getattr(self.found[name], "__code__", None)
        if code is None:
            return checking.shown(self.file)
        return checking.place(code.co_filename, code.co_firstlineno, f"def {name}(…)")

    def _tensor(self, name: str, *arguments, **named) -> Tensor:
        got = self.found[name](*arguments, **named)
        if not isinstance(got, Tensor):
            what = "nothing; it needs a return" if got is None else f"a {type(got).__name__}"
            raise Failed(f"{name} returned {what}", "a tensor", look_at=self.line(name))
        return got.detach().double()
