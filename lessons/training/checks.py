"""What must hold of one step of Adam, in the order in which it is checked.

    from lessons.training.checks import check, hint, reveal
    check()              # adam_step in lessons/training/exercise.py
    check(my_adam_step)  # or a function of your own

Properties come before parity: parity finds more mistakes, but a property names the cause.
"""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.optim.adam import adam
from torch.optim.adamw import adamw

from lessons.kit.checking import Check, Failed
from lessons.kit.exercise import Exercise
from lessons.training import hints
from lessons.training.recognise import recognise
from lessons.training.trial import DECAY, GRADIENT, LR, PARAMETER, ZERO, M, Student, V, torchs_walk
from transformer.training import optimizers

# Relative. The trial is in float64, but a student may compute in float32, and many steps add that up.
CLOSE, CLOSE_AFTER_MANY = 1e-6, 1e-4
STEPS = 20
OLD = {"m": M, "v": V, "t": 3}
BETA1, BETA2 = 0.8, 0.95


def runs(student: Student) -> None:
    student.step()


def shape(student: Student) -> None:
    for size in ((2, 3), (4,), (1, 1)):
        flat = torch.arange(1.0, 1 + torch.Size(size).numel(), dtype=torch.float64).reshape(size)
        done = student.step(flat, 0.1 * flat, 0 * flat, 0 * flat)
        for name, one in zip(done._fields, done, strict=True):
            if one.shape != flat.shape:
                saw = f"{name} of shape {tuple(one.shape)}"
                raise Failed(saw, f"{tuple(size)}, as the parameter", look_at=student.line())


def finite(student: Student) -> None:
    for about, gradient in (("", GRADIENT), (" where the gradient is 0", ZERO)):
        done = student.step(gradient=gradient)
        for name, one in zip(done._fields, done, strict=True):
            if not one.isfinite().all():
                value = one[~one.isfinite()][0].item()
                saw = f"after the first step {name} is {value}{about}"
                raise Failed(saw, "a number", look_at=student.line())


def first_moment(student: Student) -> None:
    got = student.step(**OLD, beta1=BETA1, beta2=BETA2).m
    _equal(student, "m", got, BETA1 * M + (1 - BETA1) * GRADIENT)


def second_moment(student: Student) -> None:
    got = student.step(**OLD, beta1=BETA1, beta2=BETA2).v
    _equal(student, "v", got, BETA2 * V + (1 - BETA2) * GRADIENT.square())


def first_step(student: Student) -> None:
    for size in (1e-3, 1.0, 1e3):
        gradient = torch.full((1,), size, dtype=torch.float64)
        for sign in (1, -1):
            moved = _one_step(student, sign * gradient)
            if not abs(moved + sign * LR) <= 1e-4 * LR:
                saw = f"lr {LR}, gradient {sign * size:g}: the first step is {moved:.4g}"
                raise Failed(saw, f"{-sign * LR:g}", look_at=student.line())


def steady(student: Student) -> None:
    """A gradient that never changes: its corrected means are it and its square, at every step."""
    one = torch.ones(1, dtype=torch.float64)
    place, m, v = 0 * one, 0 * one, 0 * one
    for t in range(1, 6):
        done = student.step(place, 3 * one, m, v, t)
        moved = (done.parameter - place).item()
        if not abs(moved + LR) <= 1e-4 * LR:
            saw = f"lr {LR}, always the same gradient: step {t} is {moved:.4g}"
            raise Failed(saw, f"{-LR:g}, as every step", look_at=student.line())
        place, m, v = done


def beside_the_root(student: Student) -> None:
    size = 1e-3
    moved = _one_step(student, torch.full((1,), size, dtype=torch.float64), eps=size)
    if not abs(moved + LR / 2) <= 1e-4 * LR:
        saw = f"gradient {size:g}, eps {size:g}: the first step is {moved:.4g}"
        raise Failed(saw, f"{-LR / 2:g}, half of lr", look_at=student.line())


def no_decay(student: Student) -> None:
    plain, apart = (student.step(**OLD, decoupled=decoupled) for decoupled in (False, True))
    for name, a, b in zip(plain._fields, plain, apart, strict=True):
        away = (a - b).abs().max().item()
        if not away <= CLOSE:
            saw = f"with weight_decay 0, decoupled changes {name} by {away:.2g}"
            raise Failed(saw, "0", look_at=student.line())


def l2(student: Student) -> None:
    done = student.step(**OLD, weight_decay=DECAY, beta1=BETA1, beta2=BETA2)
    joined = GRADIENT + DECAY * PARAMETER
    _equal(student, "with L2, m", done.m, BETA1 * M + (1 - BETA1) * joined)
    _equal(student, "with L2, v", done.v, BETA2 * V + (1 - BETA2) * joined.square())


def apart(student: Student) -> None:
    plain = student.step(**OLD)
    done = student.step(**OLD, weight_decay=DECAY, decoupled=True)
    _equal(student, "with decoupled decay, m", done.m, plain.m)
    _equal(student, "with decoupled decay, v", done.v, plain.v)


def shrinks(student: Student) -> None:
    done = student.step(gradient=ZERO, weight_decay=DECAY, decoupled=True)
    right = (1 - LR * DECAY) * PARAMETER
    _equal(student, "no gradient, decoupled decay: the parameter", done.parameter, right)


def both_terms(student: Student) -> None:
    plain = student.step(**OLD).parameter
    done = student.step(**OLD, weight_decay=DECAY, decoupled=True).parameter
    right = plain - LR * DECAY * PARAMETER
    _equal(student, "step and decoupled decay: the parameter", done, right)


def parity_adam(student: Student) -> None:
    _parity(student, "Adam", adam, {"weight_decay": DECAY})


def parity_adamw(student: Student) -> None:
    settings = {"weight_decay": DECAY, "decoupled": True}
    _parity(student, "AdamW", adamw, settings)


def _parity(student: Student, name: str, theirs: Callable, settings: dict) -> None:
    """Both walk down the same valley for some steps, each from where its last step led."""
    places = torchs_walk(theirs, PARAMETER, _slope, STEPS, beta1=BETA1, beta2=BETA2)
    mine, m, v = PARAMETER, ZERO, ZERO
    for t, place in enumerate(places, start=1):
        mine, m, v = student.step(mine, _slope(mine), m, v, t, beta1=BETA1, beta2=BETA2, **settings)
        what = f"torch.optim.{name}, step {t}: the parameter"
        _equal(student, what, mine, place, CLOSE_AFTER_MANY)


def _slope(place: Tensor) -> Tensor:
    """The gradient of ½ Σ c (θ − 1)², with c of very different sizes."""
    steepness = torch.tensor([[0.01, 0.1, 1.0], [3.0, 10.0, 100.0]], dtype=torch.float64)
    return steepness * (place - 1)


def _one_step(student: Student, gradient: Tensor, **settings) -> float:
    """By how much a single parameter at 0 moves in the first step."""
    zero = torch.zeros_like(gradient)
    return student.step(zero, gradient, zero, zero, **settings).parameter.item()


def _equal(student: Student, what: str, got: Tensor, right: Tensor, close: float = CLOSE) -> None:
    away = (got - right).abs() / right.abs().clamp(min=1e-2)
    if not (away <= close).all():
        row, column = divmod(int(away.nan_to_num(torch.inf).argmax()), right.shape[1])
        saw = f"{what}[{row}, {column}] is {got[row, column]:.6g}"
        raise Failed(saw, f"{right[row, column]:.6g}", look_at=student.line())


CHECKS: tuple[Check, ...] = (
    Check("adam_step is there", Student.find, hints.BEGIN),
    Check("runs on six parameters", runs, hints.BEGIN),
    Check("three tensors of the parameter's shape", shape, hints.SHAPE),
    Check("every entry is a number", finite, hints.FINITE),
    Check("m is a mean of gradients", first_moment, hints.MEAN),
    Check("v is a mean of squares", second_moment, hints.SQUARE),
    Check("the first step is lr, whatever the gradient", first_step, hints.FIRST),
    Check("a steady gradient: every step is lr", steady, hints.LATER),
    Check("eps stands beside the root", beside_the_root, hints.EPS),
    Check("weight_decay 0 is no decay", no_decay, hints.NOTHING),
    Check("L2 enters the gradient", l2, hints.L2),
    Check("decoupled decay stays out of m and v", apart, hints.APART),
    Check("decoupled decay shrinks by lr · λ", shrinks, hints.SHRINK),
    Check("decay and step add up", both_terms, hints.SHRINK),
    Check(f"equals torch.optim.Adam, {STEPS} steps", parity_adam, hints.PARITY),
    Check(f"equals torch.optim.AdamW, {STEPS} steps", parity_adamw, hints.PARITY),
)

EXERCISE = Exercise(
    Student, CHECKS, recognise, (optimizers.Adam, optimizers.AdamW), "the real optimisers"
)
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution

if __name__ == "__main__":  # python -m lessons.training.checks
    print(check())
