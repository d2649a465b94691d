"""The exercise and its checks for `sinusoidal` and `shift`, in order."""

import math
from typing import Any

import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.spec import CLOSE, Attempt, Spec, exercise, runs, same_shape, shaped, tensor
from lessons.positions import hints
from lessons.positions.mistakes import MISTAKES
from transformer.positions import frequencies, shift, sinusoidal, waves

# All sizes differ, so that no axis can be mistaken for another. The four pairs of a row rotate by 1, 0.1,
# 0.01 and 0.001 radians per position, which is easy to read.
LENGTH, D_MODEL, LONGER, OTHER_BASE = 9, 8, 50, 100.0
FAR = (4000, 4, 2.0)
CLOSE_FAR = 1e-5  # rounded to float32 an angle is off by 1e-4, its sine by 6e-8
APART = 0.1  # two rows nearer than this would be hard to tell apart
LAST = D_MODEL // 2 - 1  # the last pair


# --- sinusoidal -------------------------------------------------------------------------------
def shape(sinusoidal: Attempt) -> None:
    for length in (LENGTH, 1):  # a text of one word also has a position
        same_shape(sinusoidal(length, D_MODEL), (length, D_MODEL))


def finite(sinusoidal: Attempt) -> None:
    table = sinusoidal(LONGER, D_MODEL)
    for place, column in (~table.isfinite()).nonzero().tolist():
        saw = f"position {place}, column {column} is {table[place, column].item()}"
        raise Failed(saw, "a number")


def first_row(sinusoidal: Attempt) -> None:
    row = sinusoidal(LENGTH, D_MODEL)[0]
    if not torch.allclose(row, torch.tensor([0.0, 1.0] * (LAST + 1)).double(), atol=CLOSE):
        listed = " ".join(f"{value:.4g}" for value in row[:4].tolist())
        raise Failed(f"row 0 is {listed} …", "0 1 0 1 …")


def row_lengths(sinusoidal: Attempt) -> None:
    lengths, right = sinusoidal(LENGTH, D_MODEL).norm(dim=1), math.sqrt(D_MODEL / 2)
    for place, norm in enumerate(lengths.tolist()):
        if not abs(norm - right) <= CLOSE:
            saw, expected = f"row {place} has norm {norm:.4f}", f"√(d_model/2) = {right:.4f}"
            raise Failed(saw, expected)


def first_pair(sinusoidal: Attempt) -> None:
    turns(sinusoidal, "first", 0, 1.0)


def last_pair(sinusoidal: Attempt) -> None:
    turns(sinusoidal, "last", LAST, frequencies(D_MODEL)[LAST].item())


def turns(sinusoidal: Attempt, which: str, pair: int, right: float) -> None:
    steps = radians(sinusoidal(LENGTH, D_MODEL), pair)
    if not ((steps - right).abs() <= right * 1e-2).all():
        typical = steps[(steps - right).abs().argmax()].item()
        saw = f"the {which} pair turns once in {wavelength(typical)}"
        raise Failed(saw, f"in {wavelength(right)}")


def base_used(sinusoidal: Attempt) -> None:
    steps = radians(sinusoidal(LENGTH, D_MODEL, base=OTHER_BASE), LAST)
    right = frequencies(D_MODEL, OTHER_BASE)[LAST].item()
    if not ((steps - right).abs() <= CLOSE).all():
        measured, wanted = wavelength(steps.median().item()), wavelength(right)
        raise Failed(
            f"with base {OTHER_BASE:g} the last pair turns once in {measured}", f"in {wanted}"
        )


def radians(table: Tensor, pair: int) -> Tensor:
    """Return the rotation of a pair from each position to the next in radians, −π … π; (position − 1,)."""
    sine, cosine = table[:, 2 * pair], table[:, 2 * pair + 1]
    return torch.atan2(
        sine[1:] * cosine[:-1] - cosine[1:] * sine[:-1],
        cosine[1:] * cosine[:-1] + sine[1:] * sine[:-1],
    )


def wavelength(step: float) -> str:
    if abs(step) < 1e-9:
        return "∞ positions: the pair does not turn"
    return f"{2 * math.pi / abs(step):.1f} positions" + (", backwards" if step < 0 else "")


def distance_alone(sinusoidal: Attempt) -> None:
    products = sinusoidal(LENGTH, D_MODEL) @ sinusoidal(LENGTH, D_MODEL).mT
    for offset in range(LENGTH):
        diagonal = products.diagonal(offset)
        away = (diagonal - diagonal[0]).abs()
        if not (away <= CLOSE).all():
            place = int(away.argmax())
            raise Failed(
                f"row 0 · row {offset} = {diagonal[0]:.4f}, "
                f"row {place} · row {place + offset} = {diagonal[place]:.4f}",
                f"the same: both are {offset} apart",
            )


def none_repeats(sinusoidal: Attempt) -> None:
    table = sinusoidal(LONGER, D_MODEL)
    apart = torch.cdist(table, table).fill_diagonal_(math.inf)
    if not apart.min() > APART:
        a, b = divmod(int(apart.argmin()), LONGER)
        raise Failed(f"rows {a} and {b} are only {apart.min():.4f} apart", f"more than {APART}")


def longer_begins_alike(sinusoidal: Attempt) -> None:
    short, long = sinusoidal(LENGTH, D_MODEL), sinusoidal(LONGER, D_MODEL)
    moved = (long[:LENGTH] - short).abs().amax(1)  # (position,)
    for place in (~(moved <= CLOSE)).nonzero().flatten().tolist():
        saw = f"row {place} changes by {moved[place]:.2g} when there are {LONGER} positions"
        raise Failed(saw, "0")


def far_out(sinusoidal: Attempt) -> None:
    got, right = (table[-1] for table in sinusoidal.both_answers(*FAR))
    away = (got - right).abs()
    if not away.max() <= CLOSE_FAR:
        column = int(away.argmax())
        saw = f"row {FAR[0] - 1}, column {column} is {got[column]:.5f}"
        likely = MISTAKES["Float32"].sentence if away.max() < 1e-2 else ""
        raise Failed(saw, f"{right[column]:.5f}", likely)


# --- shift ------------------------------------------------------------------------------------
def rotation(shift: Attempt) -> None:
    for offset in (0, 3):
        matrix = shift(offset, D_MODEL)
        for row, norm in enumerate(matrix.norm(dim=1).tolist()):
            if not abs(norm - 1) <= CLOSE:
                saw = f"row {row} of M_{offset} has norm {norm:.4f}"
                raise Failed(saw, "1: a rotation preserves lengths")
        away = (matrix @ matrix.mT - torch.eye(D_MODEL).double()).abs().max().item()
        turned = torch.linalg.det(matrix).item()
        if not (away <= CLOSE and abs(turned - 1) <= CLOSE):
            saw = (
                f"M_{offset} @ M_{offset}.mT differs from the identity by {away:.2g}, "
                f"and the determinant is {turned:.2f}"
            )
            raise Failed(saw, "difference 0 and determinant 1")


def composes(shift: Attempt) -> None:
    for a, b in ((1, 1), (2, 3), (4, -4)):
        first, second = shift(a, D_MODEL), shift(b, D_MODEL)
        away = (first @ second - shift(a + b, D_MODEL)).abs().max().item()
        if not away <= CLOSE:
            raise Failed(f"M_{a} @ M_{b} differs from M_{a + b} by {away:.2g}", "0")


def leads_on(shift: Attempt) -> None:
    table, offset = sinusoidal(LENGTH, D_MODEL).double(), 3
    reached = table[:-offset] @ shift(offset, D_MODEL).mT  # (position, d_model)
    away = (reached - table[offset:]).norm(dim=1)
    if not (away <= CLOSE).all():
        place = int(away.argmax())
        saw = f"M_{offset} @ row {place} is {away[place]:.4f} away from row {place + offset}"
        raise Failed(saw, "0")


# --- both -------------------------------------------------------------------------------------
def parity(attempt: Attempt) -> None:
    for case in attempt.spec.cases:
        got, right = attempt.both_answers(*case)
        same_shape(got, right.shape)
        away = (got - right).abs()
        if not away.max() <= CLOSE:
            call = f"{attempt.spec.name}({', '.join(f'{value:g}' for value in case)})"
            row, column = divmod(int(away.argmax()), right.shape[1])
            saw = f"{call}: row {row}, column {column} is {got[row, column]:.4f}"
            raise Failed(saw, f"{right[row, column]:.4f}")


def in_float64(name: str, got: Any, *inputs) -> Tensor:
    return tensor(name, got).detach().double()


EXERCISE = exercise(
    __file__,
    "`sinusoidal` and `shift` exist",
    hints.BEGIN,
    Spec(
        sinusoidal,
        # The default base and another one reveal an unused argument.
        [
            (LENGTH, D_MODEL),
            (5, 4),
            (LENGTH, D_MODEL, OTHER_BASE),
            (LONGER, 2 * D_MODEL),
            (LONGER, 2),
        ],
        Check(f"runs for {LENGTH} positions and {D_MODEL} dimensions", runs, hints.BEGIN),
        Check(f"shape ({LENGTH}, {D_MODEL}); one position (1, {D_MODEL})", shape, hints.SHAPE),
        Check("every entry is a number", finite, hints.FINITE),
        Check("row 0 is 0 1 0 1 …", first_row, hints.FIRST_ROW),
        Check("every row has norm √(d_model/2)", row_lengths, hints.ROW_LENGTH),
        Check("the first pair has wavelength 2π", first_pair, hints.FIRST_PAIR),
        Check("the last pair has wavelength 1000 · 2π", last_pair, hints.LAST_PAIR),
        Check("`base` is used", base_used, hints.BASE),
        Check("a dot product depends on the distance", distance_alone, hints.DISTANCE),
        Check("no row repeats", none_repeats, hints.REPEAT),
        Check("a longer table has the same first rows", longer_begins_alike, hints.LONGER),
        Check("equals the real table", parity, hints.PARITY),
        Check(f"the last of {FAR[0]} positions is correct", far_out, hints.FAR),
        answer=in_float64,
    ),
    Spec(
        shift,
        [(1, D_MODEL), (3, 6), (3, D_MODEL, OTHER_BASE), (1, 4), (-2, D_MODEL), (7, 2 * D_MODEL)],
        Check(f"`shift` runs, shape ({D_MODEL}, {D_MODEL})", shaped, hints.SHIFT),
        Check("`shift` is a rotation", rotation, hints.ROTATION),
        Check("two shifts combine: M_a M_b = M_(a+b)", composes, hints.MOVES),
        Check("M_k maps row p to row p + k", leads_on, hints.MOVES),
        Check("equals the real shift", parity, hints.MOVES),
        answer=in_float64,
    ),
    mistakes=MISTAKES,
    reveals="the real functions",
    sources=(sinusoidal, waves, frequencies, shift),
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
