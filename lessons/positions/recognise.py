"""Which mistake is it? What the student's functions are asked; `shift` only where the table is right."""

from lessons.kit import recognise as kit
from lessons.positions.mistakes import MISTAKES
from lessons.positions.trial import D_MODEL, LENGTH, OTHER_BASE, Student

# With the default base and with another, so that a base that is not used shows.
TABLES = (
    lambda student: student.table(LENGTH, D_MODEL),
    lambda student: student.table(5, 4),
    lambda student: student.table(LENGTH, D_MODEL, OTHER_BASE),
)
SHIFTS = (
    lambda student: student.matrix(1, D_MODEL),
    lambda student: student.matrix(3, 6),
    lambda student: student.matrix(3, D_MODEL, OTHER_BASE),
)


def recognise(student: Student) -> str:
    """The sentence of the mistake whose numbers are the student's; "" where none fits."""
    return kit.recognise(student, MISTAKES.values(), (TABLES, SHIFTS), kit.close)
