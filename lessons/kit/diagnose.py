"""Name a student's mistake: the known mistake that gives the same answers as the student's code."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

from lessons.kit.checking import Failed
from lessons.kit.mistakes import Mistake

Question = Callable[[Any], Any]  # asks the code under test for a value
Questions = tuple[Question, ...]


def close(a: Any, b: Any) -> bool:
    """Say whether two answers agree up to rounding; if both are errors, they agree."""
    if isinstance(a, Failed) or isinstance(b, Failed):  # no answer at all
        return type(a) is type(b) and str(a) == str(b)
    if isinstance(a, Exception) or isinstance(b, Exception):
        return isinstance(a, Exception) and isinstance(b, Exception)
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        of_a_kind = (a.dtype == torch.bool) == (b.dtype == torch.bool)
        return of_a_kind and close_tensors(a.double(), b.double())
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(close, a, b))
    if isinstance(a, int | float) and isinstance(b, int | float):
        return math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-6)
    return type(a) is type(b) and a == b


@dataclass(frozen=True)
class Diagnoser:
    """Name the mistake of a student's code; "" if none fits.

    The code is tested stage by stage, as the exercise is written; the first stage with a wrong answer is
    named. `same` compares two answers; an answer can be the `Exception` that was raised instead.
    """

    mistakes: Iterable[Mistake]
    stages: tuple[Questions, ...]
    same: Callable[[Any, Any], bool] = close

    def __call__(self, student: Any) -> str:
        """Return the sentence of the mistake."""
        kind: Any = type(student)
        possible = [mistake for mistake in self.mistakes if mistake.fits()]
        for questions in self.stages:
            mine, right = _answers(student, questions), _right(kind, questions)
            if all(isinstance(answer, NotImplementedError) for answer in mine):
                continue  # left for later
            theirs = {mistake: _theirs(kind, mistake, questions) for mistake in possible}
            shows = {mistake: not self._same(theirs[mistake], right) for mistake in possible}
            if not self._same(mine, right):
                shown = (mistake for mistake in possible if shows[mistake])
                sentences = (m.sentence for m in shown if self._same(mine, theirs[m]))
                return next(sentences, "")
            possible.sort(key=shows.__getitem__)  # it would have shown earlier
        return ""

    def _same(self, mine: list, theirs: list) -> bool:
        return all(map(self.same, mine, theirs))


def close_tensors(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-4) -> bool:
    """Say whether two tensors have the same shape and nearly the same values; anything else differs."""
    both = isinstance(a, Tensor) and isinstance(b, Tensor) and a.shape == b.shape
    return both and torch.allclose(a, b, rtol, atol, equal_nan=True)


def _answers(student: Any, questions: Questions) -> list:
    answers = []
    for question in questions:
        try:
            answers.append(question(student))
        except Exception as error:  # a student's code may raise anything
            answers.append(error)
    return answers


@cache
def _right(kind: Any, questions: Questions) -> list:
    return _answers(kind.reference(), questions)


@cache
def _theirs(kind: Any, mistake: Mistake, questions: Questions) -> list:
    return _answers(kind(*mistake.code), questions)
