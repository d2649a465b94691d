"""What must hold of `sinusoidal` and of `shift`, in the order in which it is checked.

    from lessons.positions.checks import check, hint, reveal
    check()                    # both functions in lessons/positions/exercise.py
    check(another_sinusoidal)  # or functions of your own

Properties come before parity: parity finds more mistakes, but a property names the cause.
"""

import math

import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.exercise import Exercise
from lessons.positions import hints
from lessons.positions.mistakes import MISTAKES
from lessons.positions.recognise import recognise
from lessons.positions.trial import D_MODEL, LENGTH, LONGER, OTHER_BASE, Student
from transformer import positions

CLOSE = 1e-4  # float32 arithmetic in another order differs by about 1e-6
FAR = (4000, 4, 2.0)
CLOSE_FAR = 1e-5  # rounded to float32 an angle is off by 1e-4, its sine by 6e-8
APART = 0.1  # two rows nearer than this would be hard to tell apart
LAST = D_MODEL // 2 - 1  # the last pair


# --- sinusoidal -------------------------------------------------------------------------------


def runs(student: Student) -> None:
    student.table(LENGTH, D_MODEL)


def shape(student: Student) -> None:
    for length in (LENGTH, 1):  # a text of one word has positions too
        _shaped(student, "sinusoidal", student.table(length, D_MODEL), (length, D_MODEL))


def finite(student: Student) -> None:
    table = student.table(LONGER, D_MODEL)
    for place, column in (~table.isfinite()).nonzero().tolist():
        saw = f"position {place}, column {column} is {table[place, column].item()}"
        raise Failed(saw, "a number", look_at=student.line("sinusoidal"))


def first_row(student: Student) -> None:
    row = student.table(LENGTH, D_MODEL)[0]
    if not torch.allclose(row, torch.tensor([0.0, 1.0] * (LAST + 1)).double(), atol=CLOSE):
        saw = f"row 0 is {_listed(row[:4])} …"
        raise Failed(saw, "0 1 0 1 …", look_at=student.line("sinusoidal"))


def row_lengths(student: Student) -> None:
    lengths, right = student.table(LENGTH, D_MODEL).norm(dim=1), math.sqrt(D_MODEL / 2)
    for place, found in enumerate(lengths.tolist()):
        if not abs(found - right) <= CLOSE:
            saw, expected = f"row {place} is {found:.4f} long", f"√(d_model/2) = {right:.4f}"
            raise Failed(saw, expected, look_at=student.line("sinusoidal"))


def first_pair(student: Student) -> None:
    _turns(student, "first", 0, 1.0)


def last_pair(student: Student) -> None:
    _turns(student, "last", LAST, positions.frequencies(D_MODEL)[LAST].item())


def base_used(student: Student) -> None:
    steps = _steps(student.table(LENGTH, D_MODEL, base=OTHER_BASE), LAST)
    right = positions.frequencies(D_MODEL, OTHER_BASE)[LAST].item()
    if not ((steps - right).abs() <= CLOSE).all():
        found, wanted = _wavelength(steps.median().item()), _wavelength(right)
        raise Failed(
            f"with base {OTHER_BASE:g} the last pair turns once in {found}",
            f"in {wanted}",
            look_at=student.line("sinusoidal"),
        )


def distance_alone(student: Student) -> None:
    products = student.table(LENGTH, D_MODEL) @ student.table(LENGTH, D_MODEL).mT
    for offset in range(LENGTH):
        diagonal = products.diagonal(offset)
        away = (diagonal - diagonal[0]).abs()
        if not (away <= CLOSE).all():
            place = int(away.argmax())
            raise Failed(
                f"row 0 · row {offset} = {diagonal[0]:.4f}, "
                f"row {place} · row {place + offset} = {diagonal[place]:.4f}",
                f"the same: both are {offset} apart",
                look_at=student.line("sinusoidal"),
            )


def none_repeats(student: Student) -> None:
    table = student.table(LONGER, D_MODEL)
    apart = torch.cdist(table, table).fill_diagonal_(math.inf)
    if not apart.min() > APART:
        a, b = divmod(int(apart.argmin()), LONGER)
        saw = f"rows {a} and {b} are only {apart.min():.4f} apart"
        raise Failed(saw, f"more than {APART}", look_at=student.line("sinusoidal"))


def longer_begins_alike(student: Student) -> None:
    short, long = student.table(LENGTH, D_MODEL), student.table(LONGER, D_MODEL)
    moved = (long[:LENGTH] - short).abs().amax(1)  # (position,)
    for place in (~(moved <= CLOSE)).nonzero().flatten().tolist():
        saw = f"row {place} moves by {moved[place]:.2g} when there are {LONGER} positions"
        raise Failed(saw, "0", look_at=student.line("sinusoidal"))


def parity(student: Student) -> None:
    for asked in ((5, 4), (LONGER, 2 * D_MODEL), (LONGER, 2), (LENGTH, D_MODEL, OTHER_BASE)):
        _equal(student, "sinusoidal", asked, student.table(*asked), positions.sinusoidal(*asked))


def far_out(student: Student) -> None:
    got, right = student.table(*FAR)[-1], positions.sinusoidal(*FAR)[-1]
    away = (got - right).abs()
    if not away.max() <= CLOSE_FAR:
        column = int(away.argmax())
        saw = f"row {FAR[0] - 1}, column {column} is {got[column]:.5f}"
        likely = MISTAKES["Float32"].sentence if away.max() < 1e-2 else ""
        raise student.failed("sinusoidal", saw, f"{right[column]:.5f}", likely)


# --- shift ------------------------------------------------------------------------------------


def shift_runs(student: Student) -> None:
    matrix = student.matrix(3, D_MODEL)
    _shaped(student, "shift", matrix, (D_MODEL, D_MODEL))


def rotation(student: Student) -> None:
    for offset in (0, 3):
        matrix = student.matrix(offset, D_MODEL)
        for row, found in enumerate(matrix.norm(dim=1).tolist()):
            if not abs(found - 1) <= CLOSE:
                saw = f"row {row} of M_{offset} is {found:.4f} long"
                raise Failed(saw, "1: a rotation changes no length", look_at=student.line("shift"))
        away = (matrix @ matrix.mT - torch.eye(D_MODEL).double()).abs().max().item()
        turned = torch.linalg.det(matrix).item()
        if not (away <= CLOSE and abs(turned - 1) <= CLOSE):
            saw = f"M_{offset} @ M_{offset}.mT is off by {away:.2g}, its determinant {turned:.2f}"
            raise Failed(saw, "off by 0, and 1", look_at=student.line("shift"))


def composes(student: Student) -> None:
    for a, b in ((1, 1), (2, 3), (4, -4)):
        one, other = student.matrix(a, D_MODEL), student.matrix(b, D_MODEL)
        away = (one @ other - student.matrix(a + b, D_MODEL)).abs().max().item()
        if not away <= CLOSE:
            saw = f"M_{a} @ M_{b} differs from M_{a + b} by {away:.2g}"
            raise Failed(saw, "0", look_at=student.line("shift"))


def leads_on(student: Student) -> None:
    table, offset = positions.sinusoidal(LENGTH, D_MODEL).double(), 3
    reached = table[:-offset] @ student.matrix(offset, D_MODEL).mT  # (position, d_model)
    away = (reached - table[offset:]).norm(dim=1)
    if not (away <= CLOSE).all():
        place = int(away.argmax())
        saw = f"M_{offset} @ row {place} is {away[place]:.4f} away from row {place + offset}"
        raise Failed(saw, "0", look_at=student.line("shift"))


def shift_parity(student: Student) -> None:
    for asked in ((1, 4), (-2, D_MODEL), (7, 2 * D_MODEL), (3, D_MODEL, OTHER_BASE)):
        _equal(student, "shift", asked, student.matrix(*asked), positions.shift(*asked))


def _steps(table: Tensor, pair: int) -> Tensor:
    """By how many radians a pair turns from each position to the next, −π … π; (position − 1,)."""
    sine, cosine = table[:, 2 * pair], table[:, 2 * pair + 1]
    return torch.atan2(
        sine[1:] * cosine[:-1] - cosine[1:] * sine[:-1],
        cosine[1:] * cosine[:-1] + sine[1:] * sine[:-1],
    )


def _turns(student: Student, which: str, pair: int, right: float) -> None:
    steps = _steps(student.table(LENGTH, D_MODEL), pair)
    if not ((steps - right).abs() <= right * 1e-2).all():
        typical = steps[(steps - right).abs().argmax()].item()
        raise Failed(
            f"the {which} pair turns once in {_wavelength(typical)}",
            f"in {_wavelength(right)}",
            look_at=student.line("sinusoidal"),
        )


def _wavelength(step: float) -> str:
    if abs(step) < 1e-9:
        return "∞ positions: it stands still"
    return f"{2 * math.pi / abs(step):.1f} positions" + (", backwards" if step < 0 else "")


def _shaped(student: Student, name: str, got: Tensor, expected: tuple[int, int]) -> None:
    if tuple(got.shape) != expected:
        raise Failed(f"shape {tuple(got.shape)}", f"{expected}", look_at=student.line(name))


def _equal(student: Student, name: str, asked: tuple, got: Tensor, right: Tensor) -> None:
    call = f"{name}({', '.join(f'{value:g}' for value in asked)})"
    _shaped(student, name, got, tuple(right.shape))
    away = (got - right).abs()
    if not away.max() <= CLOSE:
        row, column = divmod(int(away.argmax()), right.shape[1])
        saw = f"{call}: row {row}, column {column} is {got[row, column]:.4f}"
        raise Failed(saw, f"{right[row, column]:.4f}", look_at=student.line(name))


def _listed(row: Tensor) -> str:
    return " ".join(f"{value:.4g}" for value in row.tolist())


CHECKS: tuple[Check, ...] = (
    Check("sinusoidal and shift are there", Student.find, hints.BEGIN),
    Check(f"runs for {LENGTH} positions of {D_MODEL} numbers", runs, hints.BEGIN),
    Check(f"shape ({LENGTH}, {D_MODEL}); one position (1, {D_MODEL})", shape, hints.SHAPE),
    Check("every entry is a number", finite, hints.FINITE),
    Check("row 0 is 0 1 0 1 …", first_row, hints.FIRST_ROW),
    Check("every row is √(d_model/2) long", row_lengths, hints.ROW_LENGTH),
    Check("the first pair turns once in 2π", first_pair, hints.FIRST_PAIR),
    Check("the last pair turns once in 1000 · 2π", last_pair, hints.LAST_PAIR),
    Check("the base is used", base_used, hints.BASE),
    Check("a product depends on the distance", distance_alone, hints.DISTANCE),
    Check("no position repeats", none_repeats, hints.REPEAT),
    Check("a longer table begins alike", longer_begins_alike, hints.LONGER),
    Check("equals the real table", parity, hints.PARITY),
    Check(f"the last of {FAR[0]} positions is right too", far_out, hints.FAR),
    Check(f"shift runs, shape ({D_MODEL}, {D_MODEL})", shift_runs, hints.SHIFT),
    Check("shift is a rotation", rotation, hints.ROTATION),
    Check("two shifts make one: M_a M_b = M_(a+b)", composes, hints.MOVES),
    Check("M_k leads from row p to row p + k", leads_on, hints.MOVES),
    Check("equals the real shift", shift_parity, hints.MOVES),
)

EXERCISE = Exercise(
    Student,
    CHECKS,
    recognise,
    (positions.sinusoidal, positions.waves, positions.frequencies, positions.shift),
    "the real functions",
)
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution

if __name__ == "__main__":  # python -m lessons.positions.checks
    print(check())
