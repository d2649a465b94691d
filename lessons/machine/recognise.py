"""Which mistake is it? What each function is asked, in the order in which they are written."""

import re
from traceback import walk_tb
from typing import Any

from torch import Tensor

from lessons.kit import recognise as kit
from lessons.machine.mistakes import MISTAKES
from lessons.machine.trial import Student, trained

# The sentence that is read, and the words so far.
SCORED = (
    ("the cat sleeps", ""),
    ("the cat sleeps", "le"),
    ("the cat sleeps", "le chat"),
    # As many words on both sides, so that a mask of the wrong side fits once.
    ("the old dog did not cross the street", "le vieux chien n' a pas traversé"),
)
# The sentence that is read, and how many words may be written.
WRITTEN = (
    ("the old dog crossed the street because it was tired", 14),
    ("the cat did not cross the road", 3),
)

STAGES = (
    tuple(lambda student, one=one: student.next_scores(*one) for one in SCORED),
    tuple(lambda student, one=one: student.translate(*one) for one in WRITTEN),
)


def recognise(student: Student) -> str:
    """The sentence of the mistake whose answers are the student's; "" where none fits."""
    return kit.recognise(student, MISTAKES.values(), STAGES, same)


def same(a: Any, b: Any) -> bool:
    """Nearly the same scores, the same words, or the same error from inside the same part of the model."""
    if isinstance(a, Exception) or isinstance(b, Exception):
        alike = _told(a) == _told(b) and _part(a) == _part(b)
        return alike and type(a) is type(b) and isinstance(a, RuntimeError | IndexError)
    return kit.close(a, b) if isinstance(a, Tensor) else type(a) is type(b) and a == b


def _told(error: Any) -> str:
    """Its words; Python and torch have different ones for an axis that is not there."""
    return re.sub("^(tuple index|Dimension) out of range.*", "no such axis", str(error))


def _part(error: Any) -> str:
    """The part of the model inside which it was raised; "" where that is none."""
    parts = {id(part): name for name, part in trained().model.named_children()}
    frames = (
        frame.f_locals.get("self") for frame, _ in walk_tb(getattr(error, "__traceback__", None))
    )
    return next((parts[id(one)] for one in frames if id(one) in parts), "")
