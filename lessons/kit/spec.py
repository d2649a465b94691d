"""An exercise from one table: for each function that a student writes, a `Spec`.

All else follows from it: that the function is there, what it is called with, the comparison with the real
one, which mistake is made (`lessons/kit/recognise.py`), and the checks of every exercise
(`lessons/kit/rules.py`). Properties come before parity: parity finds more mistakes, but a property names the cause.

    from lessons.masks.checks import check, hint, reveal
    check()                # the functions in lessons/masks/exercise.py
    check(another_causal)  # or functions of your own
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.exercise import Exercise, Functions
from lessons.kit.mistakes import Mistake
from lessons.kit.recognise import Recogniser, alike
from lessons.kit.rules import kept
from transformer.diagnosis.returned import returned

CLOSE = 1e-4  # float32 arithmetic in another order differs by about 1e-6


def tensor(name: str, got: Any, *given: Any) -> Tensor:
    """What came back; `Failed` where it is no tensor."""
    if not isinstance(got, Tensor):
        raise Failed(f"{name} {returned(got)}", "a tensor")
    return got


def tensor_of(shape: Callable[..., tuple[int, ...]]) -> Callable[..., Tensor]:
    """An `answer` that has to have the shape that `shape(*given)` says."""

    def answer(name: str, got: Any, *given: Any) -> Tensor:
        if not isinstance(got, Tensor):
            raise Failed(f"{name} {returned(got)}", f"a tensor {tuple(shape(*given))}")
        same_shape(got, shape(*given))
        return got

    return answer


like_first = tensor_of(lambda first, *_: first.shape)
Case = tuple | Callable[["Attempt"], Any]


class Spec:
    """A function that a student writes: the real one, what both are asked, and what must hold.

    `cases`: the arguments of calls, or functions of an `Attempt` that make the call. In one of them every usual
    mistake must show: it is named by them. The `run` of each check gets an `Attempt`. `name`: the student's, where
    the real function has another. `answer(name, got, *given)` gives what came back as the checks take it, or
    raises `Failed`. `trained`: gradients pass through it. `further`: it may stay unwritten. A function may have
    two: then the mistakes that show in the cases of the first are named first.
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
        self.checks = tuple(replace(one, run=partial(self._run, one)) for one in checks)
        self.answer, self.trained, self.further = answer, trained, further

    @torch.no_grad()
    def ask(self, student: Functions, *given: Any, **named: Any) -> Any:
        """What the student's function returns for copies of these; `Failed` where that is no answer."""
        got = student.call(self.name, *kept(given), **kept(named))
        return self.answer(self.name, got, *given)

    def method(self) -> Callable:
        """`student.score(…)`: what the notebook calls the student's function by."""
        return lambda student, *given, **named: self.ask(student, *given, **named)

    def _run(self, check: Check, student: Functions) -> None:
        try:
            check.run(Attempt(self, student))
        except Failed as failed:  # it is looked for in this function
            failed.look_at = failed.look_at or student.line(self.name)
            raise

    def questions(self) -> tuple[Callable[[Functions], Any], ...]:
        """What a student is asked whose mistake is to be named: all cases."""
        return tuple(
            lambda student, case=case: Attempt(self, student).at(case) for case in self.cases
        )


@dataclass(frozen=True)
class Attempt:
    """A student's function, to be called like the real one."""

    spec: Spec
    student: Functions

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.spec.ask(self.student, *given, **named)

    @property
    def mine(self) -> Callable:
        """The student's function itself: it is given no copies, and keeps its gradients."""
        return self.student.found[self.spec.name]

    def at(self, case: Case) -> Any:
        """The student's answer to a case."""
        return case(self) if callable(case) else self(*case)

    def beside(self, *given: Any) -> tuple[Any, Any]:
        """The student's answer, and the right one to the same call."""
        return self(*given), self.spec.function(*kept(given))


# ---- what may stand in a check -------------------------------------------------------------------
def runs(attempt: Attempt) -> None:
    """The first case gives an answer."""
    attempt.at(attempt.spec.cases[0])


def all_run(attempt: Attempt) -> None:
    """Every case gives an answer."""
    for case in attempt.spec.cases:
        attempt.at(case)


def equals_real(*cases: tuple) -> Callable[[Attempt], None]:
    """The answers to these calls are the right ones."""

    def run(attempt: Attempt) -> None:
        for given in cases:
            near(*attempt.beside(*given))

    return run


def shaped(attempt: Attempt) -> None:
    """The answer to the first case has the shape of the right one."""
    first = attempt.spec.cases[0]
    assert isinstance(first, tuple), "`shaped` needs a first case that is arguments"
    got, right = attempt.beside(*first)
    same_shape(got, right.shape)


def same_shape(got: Tensor, shape: tuple[int, ...]) -> None:
    """`Failed` where a tensor has another shape."""
    if got.shape != torch.Size(shape):
        raise Failed(f"shape {tuple(got.shape)}", f"{tuple(shape)}")


def near(got: Tensor, right: Tensor, of: str = "") -> None:
    """`Failed` with the number that is most off, behind the words `of`."""
    same_shape(got, right.shape)
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
    same: Callable[[Any, Any], bool] = alike,
    **settings: Any,
) -> Exercise:
    """The exercise of the lesson whose `checks.py` is this `file`.

    `there` is the title of the check that all are there, `begin` its hints. `reveals` says what `sources` are, the
    solution: where none are named, the real functions. `same` compares two answers, or what was raised in their
    place, when a mistake is to be named. `settings` are those of `Functions`, as `missing`.
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
    named = Recogniser(mistakes.values(), tuple(spec.questions() for spec in specs), same)
    return Exercise(student, tuple(checks), named, sources or tuple(real.values()), reveals)
