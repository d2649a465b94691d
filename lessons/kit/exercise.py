"""An exercise: the student's functions, and the commands around them.

A lesson's `checks.py` says what is asked for and what must hold of it: of functions in a table
(`lessons/kit/spec.py`), of a layer (`lessons/kit/layer.py`) one by one. `Exercise` makes of it what a student
calls: check, hint, reveal and solution.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from lessons import progress
from lessons.kit import checking, older, rules
from lessons.kit.checking import Check, Failed, Result
from transformer.diagnosis.source_line import ROOT, begins, short

WAVERS = "{} answers the same call otherwise each time: does it draw by lot, or keep something?"
CALLS = 4  # of a function that are kept: to be made again, and to compare gradients through


class Functions:
    """Someone's functions; where none is given, those of exercise.py as it is now on disk.

    Who brings only some of them gets the real others beside them; they may come as one thing that has all,
    a module or a class.
    """

    exercise: Path  # the file that a student fills in
    real: dict[str, Callable]  # by name, what the file has to define
    trained: tuple[str, ...] = ()  # those through which a training sends gradients back
    further: tuple[str, ...] = ()  # those that may be left as they are
    missing = "there is no function {}"

    def __init__(self, *code: Callable | None, **named: Callable | None):
        if len(code) == 1 and any(hasattr(code[0], name) for name in self.real):
            whole = code[0]() if isinstance(code[0], type) else code[0]
            code = tuple(getattr(whole, name, None) for name in self.real)
        if len(code) > len(self.real):
            raise TypeError(f"{len(code)} functions given; asked for: {', '.join(self.real)}")
        given = dict(zip(self.real, code, strict=False)) | named
        given = {name: function for name, function in given.items() if function is not None}
        self.in_file = not given
        self.found: dict[str, Any] = {**self.real, **given}
        begun = getattr(next(iter(given.values()), None), "__code__", None)
        self.file = begun.co_filename if begun else str(self.exercise)
        self._written: list[tuple] = []  # function, argument, before, after: what was written into
        self._calls: dict[str, list[tuple]] = {name: [] for name in self.real}  # given, answer

    @classmethod
    def reference(cls) -> "Functions":
        """The real ones on trial, to compare with."""
        return cls(*cls.real.values())

    def find(self) -> None:
        """Load the file; `Failed` where a function is missing."""
        if self.in_file:
            module = checking.load_file(self.exercise)
            self.found = {name: getattr(module, name, None) for name in self.real}
        for name, function in self.found.items():
            if not callable(function):
                saw = self.missing.format(name) if function is None else f"{name} is no function"
                expected = f"def {name}(…), as in the stub"
                raise Failed(saw, expected, look_at=short(self.file))

    def call(self, name: str, *given: Any, **named: Any) -> Any:
        """What one of the functions returns; what it writes into of what it is given is noted."""
        function, before = self.found[name], (rules.kept(given), rules.kept(named))
        got = function(*given, **named)
        if not (rules.unchanged(before[0], given) and rules.unchanged(before[1], named)):
            were, are = rules.arguments(function, *before), rules.arguments(function, given, named)
            self._written += [
                (name, argument, were[argument], are[argument])
                for argument in were
                if not rules.unchanged(were[argument], are[argument])
            ]
        if len(self._calls[name]) < CALLS and not named:
            self._calls[name].append((before[0], rules.kept(got)))
        return got

    def ask(self, name: str, *given: Any) -> Any:
        """What the function of this name returns, as its checks take it."""
        return getattr(self, name)(*given)

    def input_mutations(self) -> Iterable[tuple[str, str, Any, Any]]:
        """What calls have written into: function, argument, before, after."""
        return self._written

    def state_leaks(self) -> Iterable[Failed]:
        """Where a function, asked the same again after other calls, answers otherwise."""
        for name, calls in self._calls.items():
            for given, answer in calls:
                again = self.found[name](*rules.kept(given))
                if not rules.unchanged(answer, again, rules.SAME):
                    saw = f"asked the same again, {name} answers otherwise: {rules.difference(answer, again)}"
                    yield self.failed(name, saw, "the same answer; nothing stays of a call before")

    def wavers(self) -> str:
        """A sentence where a function answers one and the same call in two ways; "" where none does."""
        for name, calls in self._calls.items():
            for given, _ in calls:
                first, second = (rules.kept(self.found[name](*rules.kept(given))) for _ in range(2))
                if not rules.unchanged(first, second, rules.SAME):
                    return WAVERS.format(name)
        return ""

    def gradient_cases(self) -> Iterable[tuple]:
        """For each call of what is trained through: its name, the student's run and the real one, each
        with what gradients are taken by."""
        for name in self.trained:
            for given, _ in self._calls[name]:
                mine, real = self.found[name], self.real[name]
                inputs, leaves = rules.leaves(mine, given)
                again, others = rules.leaves(mine, given)
                yield name, (partial(mine, *inputs), leaves), (partial(real, *again), others)

    def line(self, name: str) -> str:
        """Where the student's function begins, for "look at"."""
        file, number = begins(self.found[name])
        return checking.source_line(file, number, f"def {name}(…)") if file else short(self.file)

    def failed(self, name: str, saw: str, expected: str, likely: str = "") -> Failed:
        """What a check raises about one of the functions."""
        return Failed(saw, expected, likely, self.line(name))


@dataclass(frozen=True)
class Exercise:
    """What a student calls. `code` is what `student` takes: nothing for the file as it is now."""

    student: type[Any]
    checks: tuple[Check, ...]  # the lesson's own; `rules` hold for all
    recognise: Callable[[Any], str]  # names the mistake of someone whose check failed
    sources: tuple[Any, ...]  # the functions and classes that are the solution
    reveals: str  # what they are, in words

    @property
    def every(self) -> tuple[Check, ...]:
        """All that has to hold, in the order in which it is checked."""
        return (*self.checks, *rules.rules(self.student))

    def check(self, *code: Any, seconds: float = checking.SECONDS, **named: Any) -> Result:
        """Check what is given; without anything, exercise.py as it now stands."""
        older.warn()
        student = self.student(*code, **named)
        given = [function for function in (*code, *named.values()) if function is not None]
        names = (getattr(function, "__name__", "yours") for function in given)
        hint = ", ".join(["hint(1", *names]) + ")"
        result = checking.check(student, self.every, student.file, self._likely, hint, seconds)
        lesson = Path(student.file).parent
        if result.passed and not given and lesson.parent == ROOT / "lessons":
            progress.passed(lesson.name)
        return result

    def _likely(self, student: Any) -> str:
        return self.recognise(student) or student.wavers()

    def hint(self, number: int, *code: Any, **named: Any) -> None:
        """Print a hint for the first check that fails: 1 is a nudge, 3 is nearly the answer."""
        checking.print_hint(self.check(*code, **named), number, self.reveals)

    def reveal(self) -> None:
        """Print the solution."""
        print(self.solution())

    def solution(self) -> str:
        """The source of the real thing, read from its file."""
        text = ""
        for part in self.sources:  # two empty lines before a function or class, one before a method
            between = "\n" if "." in part.__qualname__ else "\n\n"
            text += (between if text else "") + inspect.getsource(part)
        return text
