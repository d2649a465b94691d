"""The exercise: `adam_step`, and its checks in order."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.optim.adam import adam
from torch.optim.adamw import adamw

from lessons.kit.checking import Check, Failed
from lessons.kit.diagnose import close_tensors as nearly
from lessons.kit.spec import Attempt, Spec, exercise, runs
from lessons.training import hints
from lessons.training.mistakes import MISTAKES
from lessons.training.solution import DECAY, LR, adam_step, torch_walk
from transformer.diagnosis.returned import returned
from transformer.training.optimizers import Adam, AdamW

# Six different numbers in two rows, so that a check notices swapped entries. m and v do not follow from the gradient,
# so that a check can tell "old" from "new".
PARAMETER = torch.tensor([[1.5, -2.0, 0.25], [3.0, -0.5, 4.0]], dtype=torch.float64)
GRADIENT = torch.tensor([[0.3, -1.2, 4.0], [-0.02, 0.9, -7.0]], dtype=torch.float64)
M = torch.tensor([[0.2, -0.6, 1.0], [0.05, 0.4, -3.0]], dtype=torch.float64)
V = torch.tensor([[0.01, 0.8, 2.0], [0.003, 0.3, 6.0]], dtype=torch.float64)
ZERO = torch.zeros_like(PARAMETER)

# Relative tolerances. The checks use float64, but a student may compute in float32, and errors add up over many steps.
CLOSE, CLOSE_AFTER_MANY = 1e-6, 1e-4
STEPS = 20
OLD = {"m": M, "v": V, "t": 3}
BETA1, BETA2 = 0.8, 0.95


class Step(NamedTuple):
    """The result of one step."""

    parameter: Tensor
    m: Tensor
    v: Tensor


def check_step(name: str, got: Any, *inputs) -> Step:
    """Return the result in float64; raise `Failed` if it is not three tensors."""
    if not isinstance(got, tuple | list):
        raise Failed(f"{name} {returned(got)}", "parameter, m, v")
    if len(got) != 3:
        raise Failed(f"{name} returned {len(got)} values", "three values: parameter, m, v")
    for part, value in zip(Step._fields, got, strict=True):
        if not isinstance(value, Tensor):
            raise Failed(f"the returned {part} is a {type(value).__name__}", "a tensor")
    return Step(*(value.detach().double() for value in got))


def step(
    adam_step: Attempt, parameter: Tensor = PARAMETER, gradient: Tensor = GRADIENT, m: Tensor = ZERO,
    v: Tensor = ZERO, t: int = 1, **settings,
) -> Step:  # fmt: skip
    """Return one step with the default settings, except those that are given."""
    return adam_step(parameter, gradient, m, v, t, **{"lr": LR, **settings})


def shape(adam_step: Attempt) -> None:
    for size in ((2, 3), (4,), (1, 1)):
        flat = torch.arange(1.0, 1 + torch.Size(size).numel(), dtype=torch.float64).reshape(size)
        done = step(adam_step, flat, 0.1 * flat, 0 * flat, 0 * flat)
        for name, value in zip(done._fields, done, strict=True):
            if value.shape != flat.shape:
                saw = f"{name} has shape {tuple(value.shape)}"
                raise Failed(saw, f"{tuple(size)}, like the parameter")


def finite(adam_step: Attempt) -> None:
    for about, gradient in (("", GRADIENT), (" where the gradient is 0", ZERO)):
        done = step(adam_step, gradient=gradient)
        for name, value in zip(done._fields, done, strict=True):
            if not value.isfinite().all():
                number = value[~value.isfinite()][0].item()
                raise Failed(f"after the first step, {name} is {number}{about}", "a number")


def first_moment(adam_step: Attempt) -> None:
    got = step(adam_step, **OLD, beta1=BETA1, beta2=BETA2).m
    check_equal("m", got, BETA1 * M + (1 - BETA1) * GRADIENT)


def second_moment(adam_step: Attempt) -> None:
    got = step(adam_step, **OLD, beta1=BETA1, beta2=BETA2).v
    check_equal("v", got, BETA2 * V + (1 - BETA2) * GRADIENT.square())


def first_step(adam_step: Attempt) -> None:
    for size in (1e-3, 1.0, 1e3):
        gradient = torch.full((1,), size, dtype=torch.float64)
        for sign in (1, -1):
            moved = first_move(adam_step, sign * gradient)
            if not abs(moved + sign * LR) <= 1e-4 * LR:
                saw = f"the first step is {moved:.4g} for lr = {LR} and gradient {sign * size:g}"
                raise Failed(saw, f"{-sign * LR:g}")


def steady(adam_step: Attempt) -> None:
    """Check that the corrected means equal a constant gradient and its square at every step."""
    unit = torch.ones(1, dtype=torch.float64)
    place, m, v = 0 * unit, 0 * unit, 0 * unit
    for t in range(1, 6):
        done = step(adam_step, place, 3 * unit, m, v, t)
        moved = (done.parameter - place).item()
        if not abs(moved + LR) <= 1e-4 * LR:
            saw = f"step {t} is {moved:.4g} for lr = {LR} and a constant gradient"
            raise Failed(saw, f"{-LR:g}, as at every step")
        place, m, v = done


def beside_the_root(adam_step: Attempt) -> None:
    size = 1e-3
    moved = first_move(adam_step, torch.full((1,), size, dtype=torch.float64), eps=size)
    if not abs(moved + LR / 2) <= 1e-4 * LR:
        saw = f"the first step is {moved:.4g} for gradient {size:g} and eps = {size:g}"
        raise Failed(saw, f"{-LR / 2:g}, half of lr")


def no_decay(adam_step: Attempt) -> None:
    plain, apart = (step(adam_step, **OLD, decoupled=decoupled) for decoupled in (False, True))
    for name, a, b in zip(plain._fields, plain, apart, strict=True):
        away = (a - b).abs().max().item()
        if not away <= CLOSE:
            raise Failed(
                f"with `weight_decay=0`, the argument `decoupled` changes {name} by {away:.2g}", "0"
            )


def l2(adam_step: Attempt) -> None:
    done = step(adam_step, **OLD, weight_decay=DECAY, beta1=BETA1, beta2=BETA2)
    joined = GRADIENT + DECAY * PARAMETER
    check_equal("with L2, m", done.m, BETA1 * M + (1 - BETA1) * joined)
    check_equal("with L2, v", done.v, BETA2 * V + (1 - BETA2) * joined.square())


def apart(adam_step: Attempt) -> None:
    plain = step(adam_step, **OLD)
    done = step(adam_step, **OLD, weight_decay=DECAY, decoupled=True)
    check_equal("with decoupled decay, m", done.m, plain.m)
    check_equal("with decoupled decay, v", done.v, plain.v)


def shrinks(adam_step: Attempt) -> None:
    done = step(adam_step, gradient=ZERO, weight_decay=DECAY, decoupled=True)
    right = (1 - LR * DECAY) * PARAMETER
    check_equal("no gradient, decoupled decay: the parameter", done.parameter, right)


def both_terms(adam_step: Attempt) -> None:
    plain = step(adam_step, **OLD).parameter
    done = step(adam_step, **OLD, weight_decay=DECAY, decoupled=True).parameter
    right = plain - LR * DECAY * PARAMETER
    check_equal("step and decoupled decay: the parameter", done, right)


def parity_adam(adam_step: Attempt) -> None:
    parity(adam_step, "Adam", adam, {"weight_decay": DECAY})


def parity_adamw(adam_step: Attempt) -> None:
    parity(adam_step, "AdamW", adamw, {"weight_decay": DECAY, "decoupled": True})


def parity(adam_step: Attempt, name: str, theirs: Callable, settings: dict) -> None:
    """Compare two walks down the same valley, step by step."""
    places = torch_walk(theirs, PARAMETER, slope, STEPS, beta1=BETA1, beta2=BETA2)
    mine, m, v = PARAMETER, ZERO, ZERO
    for t, place in enumerate(places, start=1):
        past = mine, slope(mine), m, v, t
        mine, m, v = step(adam_step, *past, beta1=BETA1, beta2=BETA2, **settings)
        what = f"torch.optim.{name}, step {t}: the parameter"
        check_equal(what, mine, place, CLOSE_AFTER_MANY)


def slope(place: Tensor) -> Tensor:
    """Return the gradient of ½ Σ c (θ − 1)², with c of very different sizes."""
    steepness = torch.tensor([[0.01, 0.1, 1.0], [3.0, 10.0, 100.0]], dtype=torch.float64)
    return steepness * (place - 1)


def first_move(adam_step: Attempt, gradient: Tensor, **settings) -> float:
    """Return the first step of a single parameter at 0."""
    zero = torch.zeros_like(gradient)
    return step(adam_step, zero, gradient, zero, zero, **settings).parameter.item()


def check_equal(what: str, got: Tensor, right: Tensor, close: float = CLOSE) -> None:
    away = (got - right).abs() / right.abs().clamp(min=1e-2)
    if not (away <= close).all():
        row, column = divmod(int(away.nan_to_num(torch.inf).argmax()), right.shape[1])
        saw = f"{what}[{row}, {column}] is {got[row, column]:.6g}"
        raise Failed(saw, f"{right[row, column]:.6g}")


def same(a: Step | Exception, b: Step | Exception) -> bool:
    if not isinstance(b, Step):
        return False
    if not isinstance(a, Step):  # a Python number raises on a division by 0, a tensor does not
        return not b.parameter.isfinite().all()
    return all(nearly(mine, right, rtol=1e-4, atol=1e-7) for mine, right in zip(a, b, strict=True))


EXERCISE = exercise(
    __file__,
    "`adam_step` is defined",
    hints.BEGIN,
    Spec(
        adam_step,
        # Calls with and without earlier steps, with and without each decay, and with a gradient of 0.
        [
            step,
            partial(step, **OLD),
            partial(step, **OLD, beta1=0.6, beta2=0.7, eps=0.1),
            partial(step, **OLD, weight_decay=DECAY),
            partial(step, **OLD, weight_decay=DECAY, decoupled=True),
            partial(step, gradient=ZERO),
        ],
        Check("runs on six parameters", runs, hints.BEGIN),
        Check("three tensors of the parameter’s shape", shape, hints.SHAPE),
        Check("every entry is a number", finite, hints.FINITE),
        Check("m is a mean of gradients", first_moment, hints.MEAN),
        Check("v is a mean of squares", second_moment, hints.SQUARE),
        Check("the first step has size `lr` for any gradient", first_step, hints.FIRST),
        Check("for a constant gradient, steps have size `lr`", steady, hints.LATER),
        Check("`eps` is added outside the root", beside_the_root, hints.EPS),
        Check("`weight_decay=0` changes nothing", no_decay, hints.NOTHING),
        Check("L2 enters the gradient", l2, hints.L2),
        Check("decoupled decay enters neither m nor v", apart, hints.APART),
        Check("decoupled decay shrinks by `lr` · λ", shrinks, hints.SHRINK),
        Check("decay and step add up", both_terms, hints.SHRINK),
        Check(f"matches `torch.optim.Adam` for {STEPS} steps", parity_adam, hints.PARITY),
        Check(f"matches `torch.optim.AdamW` for {STEPS} steps", parity_adamw, hints.PARITY),
        answer=check_step,
    ),
    mistakes=MISTAKES,
    reveals="the reference optimisers",
    sources=(Adam, AdamW),
    same=same,
    function=property(lambda student: student.found["adam_step"]),
)
CHECKS, Student = EXERCISE.checks, EXERCISE.student
check, hint = EXERCISE.check, EXERCISE.hint
reveal, solution = EXERCISE.reveal, EXERCISE.solution
