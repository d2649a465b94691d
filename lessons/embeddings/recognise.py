"""Which mistake is it? What the student's layer is asked; `scores` only where `forward` is right.

So a mistake in `forward` is named while `scores` is still unwritten.
"""

from typing import Any

from lessons.embeddings.mistakes import MISTAKES
from lessons.embeddings.trial import START, Student, sentences, vectors
from lessons.kit import recognise as kit

# Vectors from the start and from further on, scores, and what the table would learn from each.
FORWARD = (
    lambda student: student.run(sentences()),
    lambda student: student.run(sentences(), START),
    lambda student: student.gradient(lambda layer: layer(sentences())),
)
SCORES = (
    lambda student: student.scores(vectors()),
    lambda student: student.gradient(lambda layer: layer.scores(vectors())),
)


def recognise(student: Student) -> str:
    """The sentence of the mistake that does what the student's code does; "" where none fits."""
    return kit.recognise(student, MISTAKES.values(), (FORWARD, SCORES), same)


def same(a: Any, b: Any) -> bool:
    """Nearly the same numbers; where shapes do not fit, the same words from torch about it."""
    if isinstance(a, Exception) and isinstance(b, Exception):
        return str(a) == str(b)
    return kit.close(a, b)
