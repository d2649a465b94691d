"""What holds for the code of every exercise: it leaves alone what it was given, it answers each call by that
call alone, and where the real code is trained through, gradients pass through the student's as through that.

A lesson says nothing of this: `Exercise` adds these checks after its own.
"""

import inspect
import math
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any

import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.numbers import numbers

CLOSE = 1e-3  # of a gradient, relative; sums in another order differ by about 1e-6
SAME = 1e-5  # of an answer that is asked for again; memory at another place rounds otherwise

PLAIN = (str, int, float, bool, set)

ALONE = (
    "What you are given belongs to somebody else, who goes on using it.",
    "+=, *=, list.pop, del and methods that end in _ (add_, masked_fill_) write into the thing itself.",
    "Make a new one: x + y for x += y, masked_fill for masked_fill_; or work on a copy, list(x) or x.clone().",
)
ANEW = (
    "Ask it two different things in a row. What of the first could the second answer still know?",
    "Something stays from call to call: self.x = … in a method, a global name, a default such as seen=[].",
    "Compute all of it from what this call was given, and keep it in plain names that end with the call.",
)
FLOWS = (
    "The numbers are right, but in training this layer would not learn as the real one does.",
    "Somewhere the way back is cut: .detach(), .data, .item(), .tolist(), torch.tensor(…) of a result, or "
    "torch.no_grad().",
    "Compute with the tensors themselves from the first line to the return; print what you want to see with "
    ".detach() beside it.",
)


def rules(student: Any) -> tuple[Check, ...]:
    """The checks that follow those of the lesson; `student` is what is on trial, or its class."""
    alone = Check("what was handed in stays as it was", left_alone, ALONE)
    each = Check("each call is answered anew", anew, ANEW)
    learns = Check("it learns: gradients flow back", flows, FLOWS)
    return (alone, each, learns) if student.trained else (alone, each)


# ---- what was given ------------------------------------------------------------------------------
def left_alone(student: Any) -> None:
    """`student.input_mutations()` says what was written into, and by what."""
    for name, argument, before, now in student.input_mutations():
        saw = f"{name} writes into the {argument} that it was given: {difference(before, now)}"
        raise Failed(saw, "it stays as it was", look_at=student.line(name))


def kept(value: Any) -> Any:
    """A copy to compare with later. A model, a function, a number stay what they are."""
    if isinstance(value, Tensor):
        return value.detach().clone()
    if isinstance(value, dict):
        return {key: kept(part) for key, part in value.items()}
    return type(value)(map(kept, value)) if type(value) in (list, tuple, set) else value


def unchanged(before: Any, now: Any, close: float = 0.0) -> bool:
    """Whether both are the same to the last digit, or as `close` as that; NaN stays NaN."""
    if isinstance(before, Tensor):
        same = before.shape == now.shape and before.dtype == now.dtype
        return same and torch.allclose(before, now.detach(), close, close, equal_nan=True)
    if isinstance(before, dict):
        return list(before) == list(now) and all(
            unchanged(before[key], now[key], close) for key in before
        )
    if type(before) in (list, tuple):
        return len(before) == len(now) and all(map(unchanged, before, now, repeat(close)))
    if isinstance(before, float) and math.isnan(before):
        return isinstance(now, float) and math.isnan(now)
    if isinstance(before, float) and close:
        return math.isclose(before, now, rel_tol=close, abs_tol=close)
    return type(before) not in PLAIN or before == now


def difference(before: Any, now: Any) -> str:
    """What it was and what it is, in few words."""
    if isinstance(before, Tensor) and before.shape == now.shape:
        cell = tuple((before != now).nonzero()[0].tolist())
        return f"[{', '.join(map(str, cell))}] was {before[cell].item():.4g}, is {now[cell].item():.4g}"
    return f"{_short(before)} became {_short(now)}"


def arguments(function: Callable, given: tuple, named: dict) -> dict[str, Any]:
    """The arguments of a call by their names."""
    try:
        return dict(inspect.signature(function).bind(*given, **named).arguments)
    except (TypeError, ValueError):  # a call that cannot be made, a function without a signature
        return {f"argument {n}": value for n, value in enumerate(given, start=1)} | named


def _short(value: Any) -> str:
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{text[:40]}…" if len(text) > 41 else text or "nothing"


# ---- each call alone -----------------------------------------------------------------------------
def anew(student: Any) -> None:
    """`student.state_leaks()` says where an answer depends on calls before."""
    for failed in student.state_leaks():
        raise failed


def others(function: Callable, given: tuple) -> Iterator[tuple[str, tuple]]:
    """The same call with one argument turned round, or left at its default: its name, and all arguments."""
    parameters = list(inspect.signature(function).parameters.values())[: len(given)]
    for n, (parameter, value) in enumerate(zip(parameters, given, strict=True)):
        if isinstance(value, Tensor):
            yield parameter.name, (*given[:n], value.flip(*range(value.ndim)), *given[n + 1 :])
        if value is not parameter.default is not inspect.Parameter.empty:
            yield parameter.name, (*given[:n], parameter.default, *given[n + 1 :])


# ---- gradients -----------------------------------------------------------------------------------
def flows(student: Any) -> None:
    """`student.gradient_cases()` gives, for what is trained through, the student's run and the real one,
    each with the tensors that gradients are taken by, by the same names."""
    for name, mine, real in student.gradient_cases():
        got, right = slopes(*mine), slopes(*real)
        for leaf in got.keys() - right.keys():
            if got[leaf].any():
                saw = f"through {name}, {leaf} would be learned too"
                raise Failed(saw, "only what the real code learns", look_at=student.line(name))
        size = max(slope.abs().nan_to_num(0.0).max().item() for slope in right.values())
        for leaf, slope in right.items():
            _same_slope(student, (name, leaf), got[leaf], slope, CLOSE * size)


def slopes(run: Callable[[], Any], leaves: dict[str, Tensor]) -> dict[str, Tensor]:
    """How a sum over what `run()` returns changes with each leaf."""
    with torch.enable_grad():
        answer = run()
    if not (isinstance(answer, Tensor) and answer.requires_grad):
        return {name: torch.zeros_like(leaf) for name, leaf in leaves.items()}
    total = (answer * numbers(*answer.shape, start=300)).sum()
    gradients = torch.autograd.grad(total, list(leaves.values()), materialize_grads=True)
    return dict(zip(leaves, gradients, strict=True))


def leaves(function: Callable, given: tuple) -> tuple[tuple, dict[str, Tensor]]:
    """Copies of arguments, and by their names those of them that gradients can be taken by."""
    ready = tuple(map(_leaf, given))
    named = arguments(function, ready, {})
    return ready, {k: value for k, value in named.items() if getattr(value, "requires_grad", False)}


def _leaf(value: Any) -> Any:
    numeric = isinstance(value, Tensor) and value.is_floating_point()
    return value.detach().clone().requires_grad_() if numeric else value


def _same_slope(student: Any, where: tuple, got: Tensor, right: Tensor, close: float) -> None:
    off = ~((got - right).abs() <= close) & right.isfinite()
    if not off.any():
        return
    (name, leaf), cell = where, tuple(off.nonzero()[0].tolist())
    if not got.any():
        saw, expected = (
            f"no gradient flows back through {name} to {leaf}",
            "one, as in the real code",
        )
    else:
        number = f"{leaf}[{', '.join(map(str, cell))}]"
        saw = f"through {name}, the gradient of {number} is {got[cell].item():.4g}"
        expected = f"{right[cell].item():.4g}, as in the real code"
    raise Failed(saw, expected, look_at=student.line(name))
