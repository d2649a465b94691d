"""Rules for the code of every exercise: it leaves its inputs unchanged, it answers each call independently of
earlier calls, and it passes gradients as the reference does wherever the reference is trained.

Lessons do not list these checks: `Exercise` adds them after the lesson's own.
"""

import inspect
import math
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any

import torch
from torch import Tensor

from lessons.kit.checking import Check, Failed
from lessons.kit.fixed_tensor import fixed_tensor

CLOSE = 1e-3  # relative tolerance of a gradient; another order of summation changes about 1e-6
TINY = 1e-9  # smaller gradients count as 0: float32 leaves 1e-23 instead of an exact 0
SAME = 1e-5  # tolerance of a repeated answer; another memory address can round differently

PLAIN = (str, int, float, bool, set)

ALONE = (
    "The caller still uses the values that it passes to your function.",
    "+=, *=, list.pop, del and methods that end in _ (add_, masked_fill_) change the value itself.",
    "Create a new value: use x + y instead of x += y, and masked_fill instead of masked_fill_. Or work on a copy, "
    "such as list(x) or x.clone().",
)
ANEW = (
    "Call your code twice with different inputs. Does anything from the first call still influence the second answer?",
    "A value is stored between calls: self.x = … in a method, a global name, or a default such as seen=[].",
    "Compute everything from the inputs of this call, and store the results in local variables.",
)
FLOWS = (
    "The values are correct, but in training this layer would not learn as the reference does.",
    "An operation cuts off backpropagation: .detach(), .data, .item(), .tolist(), torch.tensor(…) of a result, or "
    "torch.no_grad().",
    "Compute with the tensors themselves from the first line to the return. To print a value, use a copy: "
    ".detach().",
)

NAN = (
    "a NaN or ∞ was replaced after it had been computed. This replacement fixes the value but not its gradient: "
    "in backpropagation, torch.where multiplies the NaN by 0, and 0 · NaN is NaN. Instead, change the input of the "
    "softmax, division or root"
)


def rules(student: Any) -> tuple[Check, ...]:
    """Return the checks that follow the lesson's own; `student` is the code under test, or its class."""
    alone = Check("the inputs stay unchanged", inputs_unchanged, ALONE)
    each = Check("each call is independent of earlier calls", no_leaks, ANEW)
    learns = Check("it learns: gradients flow back", gradients_flow, FLOWS)
    return (alone, each, learns) if student.trained else (alone, each)


# ---- inputs --------------------------------------------------------------------------------------
def inputs_unchanged(student: Any) -> None:
    """Raise `Failed` for the first input in `student.input_mutations()`."""
    for name, argument, before, now in student.input_mutations():
        saw = f"{name} changes {argument} in place: {difference(before, now)}"
        raise Failed(saw, f"unchanged {argument}", look_at=student.line(name))


def clone(value: Any) -> Any:
    """Copy a value to compare with later. A model, a function or a number stays itself."""
    if isinstance(value, Tensor):
        return value.detach().clone()
    if isinstance(value, dict):
        return {key: clone(part) for key, part in value.items()}
    return type(value)(map(clone, value)) if type(value) in (list, tuple, set) else value


def unchanged(before: Any, now: Any, close: float = 0.0) -> bool:
    """Say whether both are exactly the same, or within `close`; NaN equals NaN."""
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
    """Describe the old and the new value in a few words."""
    if isinstance(before, Tensor) and before.shape == now.shape:
        cell = tuple((before != now).nonzero()[0].tolist())
        return f"[{', '.join(map(str, cell))}] was {before[cell].item():.4g}, is now {now[cell].item():.4g}"
    return f"{_short(before)} became {_short(now)}"


def arguments(function: Callable, positional: tuple, keywords: dict) -> dict[str, Any]:
    """Return the arguments of a call by name."""
    try:
        return dict(inspect.signature(function).bind(*positional, **keywords).arguments)
    except (TypeError, ValueError):  # an impossible call, or a function without a signature
        return {f"argument {n}": value for n, value in enumerate(positional, start=1)} | keywords


def _short(value: Any) -> str:
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{text[:40]}…" if len(text) > 41 else text or "nothing"


# ---- each call on its own ------------------------------------------------------------------------
def no_leaks(student: Any) -> None:
    """Raise `Failed` for the first answer in `student.state_leaks()` that depends on earlier calls."""
    for failed in student.state_leaks():
        raise failed


def changed_calls(function: Callable, arguments: tuple) -> Iterator[tuple[str, tuple]]:
    """Return the same call with one argument reversed, or left at its default: its name, and all arguments."""
    parameters = list(inspect.signature(function).parameters.values())[: len(arguments)]
    for n, (parameter, value) in enumerate(zip(parameters, arguments, strict=True)):
        if isinstance(value, Tensor):
            yield (
                parameter.name,
                (*arguments[:n], value.flip(*range(value.ndim)), *arguments[n + 1 :]),
            )
        if value is not parameter.default is not inspect.Parameter.empty:
            yield parameter.name, (*arguments[:n], parameter.default, *arguments[n + 1 :])


# ---- gradients -----------------------------------------------------------------------------------
def gradients_flow(student: Any) -> None:
    """Compare the gradients of `student.gradient_cases()`: the student's run and the reference run,
    each with the tensors to differentiate by, under the same names."""
    for name, mine, real in student.gradient_cases():
        got, right = gradients(*mine), gradients(*real)
        for leaf in got.keys() - right.keys():
            if (got[leaf].abs() > TINY).any():
                saw = f"through {name}, {leaf} would also be learned"
                raise Failed(
                    saw, "gradients only for what the reference learns", look_at=student.line(name)
                )
        size = max(slope.abs().nan_to_num(0.0).max().item() for slope in right.values())
        for leaf, slope in right.items():
            _same_slope(student, (name, leaf), got[leaf], slope, max(CLOSE * size, TINY))


def gradients(run: Callable[[], Any], leaves: dict[str, Tensor]) -> dict[str, Tensor]:
    """Differentiate a sum over what `run()` returns by each leaf."""
    with torch.enable_grad():
        answer = run()
    if not (isinstance(answer, Tensor) and answer.requires_grad):
        return {name: torch.zeros_like(leaf) for name, leaf in leaves.items()}
    total = (answer * fixed_tensor(*answer.shape, start=300)).sum()
    slopes = torch.autograd.grad(total, list(leaves.values()), materialize_grads=True)
    return dict(zip(leaves, slopes, strict=True))


def leaves(function: Callable, inputs: tuple) -> tuple[tuple, dict[str, Tensor]]:
    """Return copies of arguments, and by name those that have gradients."""
    ready = tuple(map(_leaf, inputs))
    by_name = arguments(function, ready, {})
    return ready, {
        k: value for k, value in by_name.items() if getattr(value, "requires_grad", False)
    }


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
            "a gradient, as in the reference",
        )
    else:
        number = f"{leaf}[{', '.join(map(str, cell))}]"
        saw = f"through {name}, the gradient of {number} is {got[cell].item():.4g}"
        expected = f"{right[cell].item():.4g}, as in the reference"
    likely = NAN if got[cell].isnan() else ""
    raise Failed(saw, expected, likely, look_at=student.line(name))
