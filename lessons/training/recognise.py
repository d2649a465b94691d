"""Which mistake is it? What the student's step is asked."""

from functools import partial

from lessons.kit import recognise as kit
from lessons.training.mistakes import MISTAKES
from lessons.training.trial import DECAY, ZERO, M, Step, Student, V

# With and without a past, with and without either decay, and no gradient at all.
OLD = {"m": M, "v": V, "t": 3}
STEPS = tuple(
    partial(Student.step, **asked)
    for asked in (
        {},
        OLD,
        {**OLD, "beta1": 0.6, "beta2": 0.7, "eps": 0.1},
        {**OLD, "weight_decay": DECAY},
        {**OLD, "weight_decay": DECAY, "decoupled": True},
        {"gradient": ZERO},
    )
)


def recognise(student: Student) -> str:
    """The sentence of the mistake whose steps are the student's; "" where none fits."""
    return kit.recognise(student, MISTAKES.values(), (STEPS,), same)


def same(a: Step | Exception, b: Step | Exception) -> bool:
    if not isinstance(b, Step):
        return False
    if not isinstance(a, Step):  # a division by 0 raises for a Python number; a tensor goes on
        return not b.parameter.isfinite().all()
    return all(kit.close(one, two, rtol=1e-4, atol=1e-7) for one, two in zip(a, b, strict=True))
