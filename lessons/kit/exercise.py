"""An exercise: the student's functions, and the commands around them.

A lesson's `checks.py` says what to write and what must hold: for functions in a table
(`lessons/kit/spec.py`), for a layer (`lessons/kit/layer.py`) one by one. `Exercise` turns this into the calls
of a student: check, hint, reveal and solution.
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

WAVERS = (
    "{} gives a different answer to the same call. Does this function use random numbers, or store state "
    "between calls?"
)
CALLS = 4  # kept for each function, to repeat them and to compare their gradients


class Functions:
    """The functions under test; by default those of exercise.py as it is now on disk.

    If only some are given, the reference supplies the others. They can also come as one module or class
    that has all of them.
    """

    exercise: Path  # the file that the student edits
    real: dict[str, Callable]  # the functions that the file must define, by name
    trained: tuple[str, ...] = ()  # those that gradients flow through in training
    further: tuple[str, ...] = ()  # those that are optional
    missing = "there is no function {}"

    def __init__(self, *code: Callable | None, **named: Callable | None):
        if len(code) == 1 and any(hasattr(code[0], name) for name in self.real):
            whole = code[0]() if isinstance(code[0], type) else code[0]
            code = tuple(getattr(whole, name, None) for name in self.real)
        if len(code) > len(self.real):
            raise TypeError(
                f"{len(code)} functions were given, but the exercise asks for {', '.join(self.real)}"
            )
        functions = dict(zip(self.real, code, strict=False)) | named
        functions = {name: function for name, function in functions.items() if function is not None}
        self.in_file = not functions
        self.found: dict[str, Any] = {**self.real, **functions}
        begun = getattr(next(iter(functions.values()), None), "__code__", None)
        self.file = begun.co_filename if begun else str(self.exercise)
        self._written: list[tuple] = []  # function, argument, before, after
        self._calls: dict[str, list[tuple]] = {name: [] for name in self.real}  # inputs, answer

    @classmethod
    def reference(cls) -> "Functions":
        """Return the reference functions, to compare with."""
        return cls(*cls.real.values())

    def find(self) -> None:
        """Load the file; raise `Failed` if a function is missing."""
        if self.in_file:
            module = checking.load_file(self.exercise)
            self.found = {name: getattr(module, name, None) for name in self.real}
        for name, function in self.found.items():
            if not callable(function):
                saw = self.missing.format(name) if function is None else f"{name} is not a function"
                expected = f"def {name}(…), as in the stub"
                raise Failed(saw, expected, look_at=short(self.file))

    def call(self, name: str, *arguments: Any, **keywords: Any) -> Any:
        """Call one of the functions and note any input that it changes."""
        function, before = self.found[name], (rules.clone(arguments), rules.clone(keywords))
        got = function(*arguments, **keywords)
        if not (rules.unchanged(before[0], arguments) and rules.unchanged(before[1], keywords)):
            were, are = (
                rules.arguments(function, *before),
                rules.arguments(function, arguments, keywords),
            )
            self._written += [
                (name, argument, were[argument], are[argument])
                for argument in were
                if not rules.unchanged(were[argument], are[argument])
            ]
        if len(self._calls[name]) < CALLS and not keywords:
            self._calls[name].append((before[0], rules.clone(got)))
        return got

    def ask(self, name: str, *arguments: Any) -> Any:
        """Return the function's answer, as its checks take it."""
        return getattr(self, name)(*arguments)

    def input_mutations(self) -> Iterable[tuple[str, str, Any, Any]]:
        """Return the inputs that calls have changed: function, argument, before, after."""
        return self._written

    def state_leaks(self) -> Iterable[Failed]:
        """Yield a failure if a function answers a repeated call differently after other calls."""
        for name, calls in self._calls.items():
            for arguments, answer in calls:
                again = self.found[name](*rules.clone(arguments))
                if not rules.unchanged(answer, again, rules.SAME):
                    saw = f"called again, {name} gives a different answer: {rules.difference(answer, again)}"
                    yield self.failed(name, saw, "the same answer; no state is kept")

    def wavers(self) -> str:
        """Return a sentence if a function answers the same call in two ways; otherwise ""."""
        for name, calls in self._calls.items():
            for arguments, _ in calls:
                first, second = (
                    rules.clone(self.found[name](*rules.clone(arguments))) for _ in range(2)
                )
                if not rules.unchanged(first, second, rules.SAME):
                    return WAVERS.format(name)
        return ""

    def gradient_cases(self) -> Iterable[tuple]:
        """Yield for each call with gradients: the function's name, the student's run and the reference run, each
        with the tensors to differentiate by."""
        for name in self.trained:
            for arguments, _ in self._calls[name]:
                mine, real = self.found[name], self.real[name]
                inputs, leaves = rules.leaves(mine, arguments)
                again, others = rules.leaves(mine, arguments)
                yield name, (partial(mine, *inputs), leaves), (partial(real, *again), others)

    def line(self, name: str) -> str:
        """Return the line where the student's function starts, for "look at"."""
        file, number = begins(self.found[name])
        return checking.source_line(file, number, f"def {name}(…)") if file else short(self.file)

    def failed(self, name: str, saw: str, expected: str, likely: str = "") -> Failed:
        """Return the failure that a check raises about one of the functions."""
        return Failed(saw, expected, likely, self.line(name))


@dataclass(frozen=True)
class Exercise:
    """The commands of a student. `code` is what `student` takes: nothing for the file as it is now."""

    student: type[Any]
    checks: tuple[Check, ...]  # the lesson's own; `rules` are shared by all lessons
    diagnose: Callable[[Any], str]  # names the mistake of someone whose check failed
    sources: tuple[Any, ...]  # the functions and classes that are the solution
    reveals: str  # a description of them

    @property
    def every(self) -> tuple[Check, ...]:
        """All checks, in the order in which they run."""
        return (*self.checks, *rules.rules(self.student))

    def check(self, *code: Any, seconds: float = checking.SECONDS, **named: Any) -> Result:
        """Check the given code; by default exercise.py as it is now."""
        older.warn()
        student = self.student(*code, **named)
        functions = [function for function in (*code, *named.values()) if function is not None]
        names = (getattr(function, "__name__", "yours") for function in functions)
        hint = ", ".join(["hint(1", *names]) + ")"
        result = checking.check(student, self.every, student.file, self._likely, hint, seconds)
        lesson = Path(student.file).parent
        own = result.passed and not functions and lesson.parent == ROOT / "lessons"
        if own and not progress.not_saved():  # in a read-only folder, the result still counts
            progress.record_pass(lesson.name)
        return result

    def _likely(self, student: Any) -> str:
        return self.diagnose(student) or student.wavers()

    def hint(self, number: int, *code: Any, **named: Any) -> None:
        """Print a hint for the first check that fails: 1 is a nudge, 3 is nearly the answer."""
        checking.print_hint(self.check(*code, **named), number, self.reveals)

    def reveal(self) -> None:
        """Print the solution."""
        print(self.solution())

    def solution(self) -> str:
        """Read the source of the reference from its file."""
        text = ""
        for part in self.sources:  # two empty lines before a function or class, one before a method
            between = "\n" if "." in part.__qualname__ else "\n\n"
            text += (between if text else "") + inspect.getsource(part)
        return text
