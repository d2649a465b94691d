"""Which mistake is it? What the student's layer is asked."""

from torch import Tensor

from lessons.attention.mistakes import MISTAKES
from lessons.attention.trial import Student, cross, square, words
from lessons.kit import recognise as kit

LOOSE = 1e-3  # share of a number: e to the power of a large one rounds by more than usual
# The last one: as many words as are looked at, so that a mistake gives a number where sizes would clash.
QUESTIONS = tuple(
    lambda student, given=given: answer(student, *given)
    for given in (square(), cross(), (words(), words(start=500)))
)


def answer(student: Student, x: Tensor, *others: Tensor) -> Tensor:
    """The student's vectors; whether another number of them is an error depends on how it is written."""
    got = student.run(x, *others)
    if got.shape != x.shape:
        raise RuntimeError(f"{tuple(got.shape)} for {tuple(x.shape)}")
    return got


def recognise(student: Student) -> str:
    """The sentence of the mistake whose output is the student's; "" where none fits."""
    return kit.recognise(student, MISTAKES.values(), (QUESTIONS,), same)


def same(a: Tensor | Exception, b: Tensor | Exception) -> bool:
    """Equal wherever both are numbers: for an empty row one softmax gives NaN, another zeros."""
    if not (isinstance(a, Tensor) and isinstance(b, Tensor)):  # shapes that do not fit
        return isinstance(a, RuntimeError | ValueError) and isinstance(b, RuntimeError | ValueError)
    if kit.close(a, b, LOOSE):
        return True
    both = a.isfinite() & b.isfinite()
    return both.float().mean() >= 0.5 and kit.close(a[both], b[both], LOOSE)
