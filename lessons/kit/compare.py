"""Where does a student's layer leave the real one's path? Their probes are compared, in the order of the run."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from lessons.kit.checking import Failed
from transformer.probe import Trace, record, replace

CLOSE = 1e-4  # float32 arithmetic in another order differs by about 1e-6
HIDDEN = -1e4  # a masked score below this gets weight 0, as −∞ does
FIRST_STEP = "{} is the first step that differs"


@torch.no_grad()
def first_difference(
    mine: Trace, real: nn.Module, inputs: tuple, source_line: Callable[[Any], str]
) -> Failed | None:
    """The first probe whose numbers are not the real layer's, its first such cell with both numbers, and
    the line that handed it over (`source_line` makes "look at" of it); None where there is none."""
    right = _traced(real, inputs)
    for name in (name for name in right.names() if mine.values.get(name)):
        got, wanted = mine[name][-1], right[name][-1]
        if not alike(got, wanted) and not _made_up_for(name, mine, right, real, inputs):
            saw, expected = _cell(FIRST_STEP.format(name), got, wanted, right.axes[name].split())
            return Failed(saw, expected, look_at=source_line(mine.lines[name]))
    return None


@torch.no_grad()
def lying(
    mine: Trace, real: nn.Module, inputs: tuple, source_line: Callable[[Any], str]
) -> Failed | None:
    """Where all answers are right: the first probe that was shown something else than its name says. A
    multiple is no lie: somebody divides the queries by √d_k in place of the scores."""
    right = _traced(real, inputs)
    for name in right.names():
        got, wanted = mine[name][-1], right[name][-1]
        if not (alike(got, wanted) or _multiple(got, wanted)):
            saw, expected = _cell(FIRST_STEP.format(name), got, wanted, right.axes[name].split())
            return Failed(saw, expected, look_at=source_line(mine.lines[name]))
    return None


def _multiple(got: Tensor, right: Tensor) -> bool:
    if got.shape != right.shape or not (got.isfinite().all() and right.isfinite().all()):
        return False
    factor = (got * right).sum() / right.square().sum()
    return bool(factor > 0) and alike(got, factor * right)


def _traced(layer: nn.Module, inputs: tuple) -> Trace:
    with record(layer) as trace:
        layer(*inputs)
    return trace


def _made_up_for(name: str, mine: Trace, right: Trace, real: nn.Module, inputs: tuple) -> bool:
    """Whether some later probe that is made of this one is right again: somebody computes on another way,
    and divides the queries by √d_k in place of the scores."""
    with replace(real, {name: lambda value: value * 1.5 + 1}):
        moved = _traced(real, inputs)
    made_of_it = (n for n in right.names() if n != name and not alike(moved[n][-1], right[n][-1]))
    return any(mine.values.get(n) and alike(mine[n][-1], right[n][-1]) for n in made_of_it)


def alike(got: Tensor, right: Tensor) -> bool:
    """Whether all numbers are the same but for rounding."""
    return got.shape == right.shape and not _away(got, right).any()


def _away(got: Tensor, right: Tensor) -> Tensor:
    """Where the numbers are others; bool."""
    both_hidden = (got < HIDDEN) & (right < HIDDEN)
    near = (got == right) | ((got - right).abs() <= CLOSE * right.abs().clamp(1.0, 1e6))
    return ~(near | both_hidden)


def _cell(begins: str, got: Tensor, right: Tensor, axes: list[str]) -> tuple[str, str]:
    """The first cell that is another: what stands there, behind how the sentence `begins`; what should."""
    if got.shape != right.shape:
        wanted = f"{tuple(right.shape)}: {', '.join(axes)}"
        return f"{begins}: shape {tuple(got.shape)}", wanted
    cell = tuple(_away(got, right).nonzero()[0].tolist())
    where = ", ".join(f"{axis} {n + 1}" for axis, n in zip(axes, cell, strict=True))
    return f"{begins}: at {where} it is {got[cell]:.4f}", f"{right[cell]:.4f}"


def unlike(name: str, got: Tensor, right: Tensor, look_at: str) -> Failed:
    """What is said of an answer that is not the real one."""
    if got.shape != right.shape:
        saw = f"{name} has shape {tuple(got.shape)}"
        return Failed(saw, f"{tuple(right.shape)}", look_at=look_at)
    axes = [f"axis {n}:" for n in range(right.ndim)]
    return Failed(*_cell(f"{name} differs", got, right, axes), look_at=look_at)


class WithoutDropout(TorchFunctionMode):
    """Inside, dropout passes everything on, however it is called, and `given` keeps what; only for this
    thread."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[Tensor] = []

    def __torch_function__(
        self, function: Callable, types: Any, args: tuple = (), kwargs: dict | None = None
    ) -> Any:
        kwargs = kwargs or {}
        if function in (torch.dropout, nn.functional.dropout):
            self.given.append(args[0] if args else kwargs["input"])
            return self.given[-1]
        return function(*args, **kwargs)
