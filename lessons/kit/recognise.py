"""Which mistake is it? The one that answers every question as the student's code does."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import torch
from torch import Tensor

from lessons.kit.mistakes import Mistake

Question = Callable[[Any], Any]  # asks a student on trial for a value
Questions = tuple[Question, ...]


def recognise(
    student: Any,
    mistakes: Iterable[Mistake],
    stages: tuple[Questions, ...],
    same: Callable[[Any, Any], bool],
) -> str:
    """The sentence of the mistake whose answers are the student's; "" where none fits.

    The exercise is asked stage by stage, as it is written; the first stage with a wrong answer is
    named. `same` compares two answers; an answer can be the `Exception` that came in its place.
    """
    possible = [one for one in mistakes if one.fits()]
    for questions in stages:
        mine, right = _answers(student, questions), _right(type(student), questions)
        if all(isinstance(one, NotImplementedError) for one in mine):
            continue  # left for later
        theirs = {one: _theirs(type(student), one, questions) for one in possible}
        shows = {one: not _alike(theirs[one], right, same) for one in possible}
        if not _alike(mine, right, same):
            fitting = (one for one in possible if shows[one] and _alike(mine, theirs[one], same))
            return next((one.sentence for one in fitting), "")
        possible.sort(key=shows.get)  # what would have shown by now is less likely
    return ""


def close(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-4) -> bool:
    """Two tensors of one shape whose numbers are nearly the same; nothing else is."""
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
def _right(kind: type, questions: Questions) -> list:
    return _answers(kind.reference(), questions)


@cache
def _theirs(kind: type, mistake: Mistake, questions: Questions) -> list:
    return _answers(kind(*mistake.code), questions)


def _alike(mine: list, theirs: list, same: Callable[[Any, Any], bool]) -> bool:
    return all(same(a, b) for a, b in zip(mine, theirs, strict=True))
