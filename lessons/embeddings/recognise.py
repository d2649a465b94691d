"""Which mistake is it? The one whose numbers are the student's."""

from collections.abc import Callable

import torch
from torch import Tensor

from lessons.attention.trial import numbers
from lessons.embeddings.mistakes import MISTAKES, Mistake
from lessons.embeddings.trial import START, Student, sentences, vectors


def recognise(student: Student) -> str:
    """The sentence of the mistake that does what the student's code does; "" where none fits.

    A mistake in `forward` is named first: `scores` may still be unwritten.
    """
    for method, ask in (("forward", _forward), ("scores", _scores)):
        mine = ask(student)
        if _same(mine, ask(Student(Mistake))):
            continue  # nothing is wrong with this one
        for mistake in MISTAKES:
            if mistake.method == method and _same(mine, ask(Student(mistake))):
                return mistake.sentence
        return ""
    return ""


def _forward(student: Student) -> list[Tensor | str]:
    """Vectors from the start and from further on, and what the table would learn from them."""
    return [
        _tried(lambda: student.run(sentences())),
        _tried(lambda: student.run(sentences(), START)),
        _tried(lambda: gradient(student, lambda layer: layer(sentences()))),
    ]


def _scores(student: Student) -> list[Tensor | str]:
    """Scores, and what the table would learn from them."""
    return [
        _tried(lambda: student.scores(vectors())),
        _tried(lambda: gradient(student, lambda layer: layer.scores(vectors()))),
    ]


def gradient(student: Student, run: Callable[..., Tensor]) -> Tensor:
    """What the table would learn, (vocabulary, d_model); zeros where nothing reaches it."""
    layer = student.layer()
    with torch.enable_grad():
        answer = run(layer)
        if answer.requires_grad:
            (answer * numbers(*answer.shape, start=300)).sum().backward()
    learned = layer.table.weight.grad
    return torch.zeros_like(layer.table.weight) if learned is None else learned


def _tried(run: Callable[[], Tensor]) -> Tensor | str:
    """What comes out; where shapes do not fit, what torch says: another slip says something else."""
    try:
        return run()
    except (RuntimeError, ValueError) as error:
        return str(error)


def _same(mine: list[Tensor | str], theirs: list[Tensor | str]) -> bool:
    for a, b in zip(mine, theirs, strict=True):
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            if a.shape != b.shape or not torch.allclose(a, b, atol=1e-4):
                return False
        elif a is not b and (isinstance(a, Tensor) or isinstance(b, Tensor) or a != b):
            return False
    return True
