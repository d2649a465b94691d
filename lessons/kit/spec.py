"""An exercise as a table: one `Spec` for each function that a student writes.

Everything else follows from it: the check that the function exists, its calls, the comparison with the
reference, the name of the mistake (`lessons/kit/diagnose.py`), and the checks of every exercise
(`lessons/kit/rules.py`). Properties come before parity: parity finds more mistakes, but a property names the
cause.

    from lessons.masks.checks import check, hint, reveal
    check()                # the functions in lessons/masks/exercise.py
    check(another_causal)  # or functions of your own
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.diagnose import Diagnoser, close
from lessons.kit.exercise import Exercise, Functions
from lessons.kit.mistakes import Mistake
from lessons.kit.rules import clone
from transformer.diagnosis.returned import returned

CLOSE = 1e-4  # another order of float32 arithmetic changes about 1e-6


def tensor(name: str, got: Any, *arguments: Any) -> Tensor:
    """Return the answer; raise `Failed` if it is not a tensor."""
    if not isinstance(got, Tensor):
        raise Failed(f"{name} {returned(got)}", "a tensor")
    return got


def tensor_of(shape: Callable[..., tuple[int, ...]]) -> Callable[..., Tensor]:
    """Build an `answer` that must have the shape `shape(*arguments)`."""

    def as_tensor(name: str, got: Any, *arguments: Any) -> Tensor:
        if not isinstance(got, Tensor):
            raise Failed(f"{name} {returned(got)}", f"a tensor {tuple(shape(*arguments))}")
        same_shape(got, shape(*arguments))
        return got

    return as_tensor


like_first = tensor_of(lambda first, *_: first.shape)


def whole(name: str, got: Any, *arguments: Any) -> int:
    """Return the answer if it is a whole number: Python's, NumPy's, or a tensor of one number."""
    if isinstance(got, np.generic) or (isinstance(got, Tensor) and not got.ndim):
        got = got.item()
    if isinstance(got, bool) or not isinstance(got, int | float) or got != round(got):
        raise Failed(f"{name} {returned(got)}", "a whole number")
    return round(got)


Case = tuple | Callable[["Attempt"], Any]


class Spec:
    """A function that a student writes: the reference, the test inputs, and the checks.

    `cases`: arguments of calls, or functions of an `Attempt` that make the call. Every common mistake must show in
    one of them, because they identify it. The `run` of each check gets an `Attempt`. `name`: the student's, if the
    reference has another. `answer(name, got, *arguments)` returns the answer as the checks take it, or
    raises `Failed`. `trained`: gradients pass through it. `further`: it is optional. A function can have
    two specs: then the mistakes that show in the cases of the first are named first.
    """

    def __init__(
        self,
        function: Callable,
        cases: Sequence[Case],
        *checks: Check,
        name: str = "",
        answer: Callable[..., Any] = tensor,
        trained: bool = False,
        further: bool = False,
    ):
        self.function, self.name, self.cases = function, name or function.__name__, cases
        self.checks = tuple(replace(check, run=partial(self._run, check)) for check in checks)
        self.answer, self.trained, self.further = answer, trained, further

    @torch.no_grad()
    def ask(self, student: Functions, *arguments: Any, **keywords: Any) -> Any:
        """Call the student's function with copies of these; raise `Failed` if the answer is invalid."""
        got = student.call(self.name, *clone(arguments), **clone(keywords))
        return self.answer(self.name, got, *arguments)

    def method(self) -> Callable:
        """`student.score(…)`: the name by which the notebook calls the student's function."""
        return lambda student, *arguments, **keywords: self.ask(student, *arguments, **keywords)

    def _run(self, check: Check, student: Functions) -> None:
        try:
            check.run(Attempt(self, student))
        except Failed as failed:  # the mistake is in this function
            failed.look_at = failed.look_at or student.line(self.name)
            raise

    def questions(self) -> tuple[Callable[[Functions], Any], ...]:
        """Return all cases, the test inputs for naming a mistake."""
        return tuple(
            lambda student, case=case: Attempt(self, student).at(case) for case in self.cases
        )


@dataclass(frozen=True)
class Attempt:
    """A student's function, called like the reference."""

    spec: Spec
    student: Functions

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self.spec.ask(self.student, *arguments, **keywords)

    @property
    def mine(self) -> Callable:
        """The student's function itself: it gets no copies, and keeps its gradients."""
        return self.student.found[self.spec.name]

    def at(self, case: Case) -> Any:
        """Return the student's answer to a case."""
        return case(self) if callable(case) else self(*case)

    def both_answers(self, *arguments: Any) -> tuple[Any, Any]:
        """Return the student's answer and the correct one to the same call."""
        return self(*arguments), self.spec.function(*clone(arguments))


# ---- parts of a check ----------------------------------------------------------------------------
def runs(attempt: Attempt) -> None:
    """Check that the first case gives an answer."""
    attempt.at(attempt.spec.cases[0])


def all_run(attempt: Attempt) -> None:
    """Check that every case gives an answer."""
    for case in attempt.spec.cases:
        attempt.at(case)


def equals_real(*cases: tuple) -> Callable[[Attempt], None]:
    """Check that the answers to these calls are correct."""

    def run(attempt: Attempt) -> None:
        for arguments in cases:
            near(*attempt.both_answers(*arguments))

    return run


def shaped(attempt: Attempt) -> None:
    """Check that the answer to the first case has the correct shape."""
    first = attempt.spec.cases[0]
    assert isinstance(first, tuple), "the first case of `shaped` must be a tuple of arguments"
    got, right = attempt.both_answers(*first)
    same_shape(got, right.shape)


def same_shape(got: Tensor, shape: tuple[int, ...]) -> None:
    """Raise `Failed` if a tensor has another shape."""
    if got.shape != torch.Size(shape):
        raise Failed(f"shape {tuple(got.shape)}", f"{tuple(shape)}")


def near(got: Tensor, right: Tensor, of: str = "") -> None:
    """Raise `Failed` with the value that is furthest off, after the words `of`."""
    same_shape(got, right.shape)
    if got.dtype == torch.bool and right.dtype != torch.bool:
        raise Failed(f"{of}True and False", "numbers; .long() turns True and False into 1 and 0")
    away = (got - right).abs()
    if not away.max() <= CLOSE * max(1.0, right.abs().max().item()):
        place = int(away.nan_to_num(torch.inf).argmax())
        saw = f"{of}number {place + 1} is {got.flatten()[place]:.4f}"
        raise Failed(saw, f"{right.flatten()[place]:.4f}")


# ---- the exercise --------------------------------------------------------------------------------
def exercise(
    file: str,
    there: str,
    begin: tuple[str, str, str],
    *specs: Spec,
    mistakes: dict[str, Mistake],
    reveals: str,
    sources: tuple = (),
    same: Callable[[Any, Any], bool] = close,
    **settings: Any,
) -> Exercise:
    """Build the exercise of the lesson whose `checks.py` is this `file`.

    `there` is the title of the check that all functions exist, `begin` its hints. `sources` are the solution, by
    default the reference functions; `reveals` describes them. `same` compares two answers, or the errors raised
    instead, to name a mistake. `settings` are those of `Functions`, such as `missing`.
    """
    real = {spec.name: spec.function for spec in specs}
    about = {
        "exercise": Path(file).with_name("exercise.py"),
        "real": real,
        "trained": tuple(dict.fromkeys(spec.name for spec in specs if spec.trained)),
        "further": tuple(dict.fromkeys(spec.name for spec in specs if spec.further)),
    }
    methods = {spec.name: spec.method() for spec in specs}
    student: Any = type("Student", (Functions,), about | methods | settings)
    checks = [Check(there, student.find, begin)]
    checks += [check for spec in specs for check in spec.checks]
    diagnose = Diagnoser(mistakes.values(), tuple(spec.questions() for spec in specs), same)
    return Exercise(student, tuple(checks), diagnose, sources or tuple(real.values()), reveals)
