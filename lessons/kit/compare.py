"""Find where a student's layer diverges from the reference, probe by probe in the order of the run."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from lessons.kit.checking import Failed
from transformer.diagnosis.first_difference import (
    Difference,
    all_close,
    both,
    differences,
    first_cell,
)
from transformer.probe import Trace, record, replace

FIRST_STEP = "{} is the first step that differs"


@torch.no_grad()
def first_step(
    mine: Trace, real: nn.Module, inputs: tuple, look_at: Callable[[Any], str]
) -> Failed | None:
    """Return the first probe whose values differ from the reference and are not compensated later; None if there is
    none. `look_at` gives the line that passed the value to the probe."""
    right = _traced(real, inputs)
    for difference in differences(mine, right):
        if not _made_up_for(difference.probe, mine, right, real, inputs):
            return _failed(difference, look_at)
    return None


@torch.no_grad()
def lying(
    mine: Trace, real: nn.Module, inputs: tuple, look_at: Callable[[Any], str]
) -> Failed | None:
    """For correct outputs: return the first probe that was given a value other than the one it is named after. A
    multiple is accepted, because dividing the queries by √d_k instead of the scores is also correct."""
    found_differences = differences(mine, _traced(real, inputs))
    wrong = next(
        (
            difference
            for difference in found_differences
            if not _multiple(difference.saw, difference.expected)
        ),
        None,
    )
    return _failed(wrong, look_at) if wrong else None


def _failed(difference: Difference, look_at: Callable[[Any], str]) -> Failed:
    begins, axes = FIRST_STEP.format(difference.probe), difference.axes.split()
    return Failed(
        *_cell(begins, difference.saw, difference.expected, axes), look_at=look_at(difference.line)
    )


def _multiple(got: Tensor, right: Tensor) -> bool:
    if got.shape != right.shape or not (got.isfinite().all() and right.isfinite().all()):
        return False
    factor = (got * right).sum() / right.square().sum()
    return bool(factor > 0) and all_close(got, factor * right)


def _traced(layer: nn.Module, inputs: tuple) -> Trace:
    with record(layer) as trace:
        layer(*inputs)
    return trace


def _made_up_for(name: str, mine: Trace, right: Trace, real: nn.Module, inputs: tuple) -> bool:
    """Say whether a later probe that depends on this one is correct again, as when the queries are divided by √d_k
    instead of the scores."""
    with replace(real, {name: lambda value: value * 1.5 + 1}):
        moved = _traced(real, inputs)
    made_of_it = (
        difference.probe for difference in differences(moved, right) if difference.probe != name
    )
    return any(mine.values.get(n) and all_close(mine[n][-1], right[n][-1]) for n in made_of_it)


def unlike(name: str, got: Tensor, right: Tensor, look_at: str) -> Failed:
    """Describe an answer that differs from the reference."""
    if got.shape != right.shape:
        saw = f"{name} has shape {tuple(got.shape)}"
        return Failed(saw, f"{tuple(right.shape)}", look_at=look_at)
    axes = [f"axis {n}:" for n in range(right.ndim)]
    return Failed(*_cell(f"{name} differs", got, right, axes), look_at=look_at)


def _cell(begins: str, got: Tensor, right: Tensor, axes: list[str]) -> tuple[str, str]:
    """Return the first cell that differs, after the words `begins`, and its expected value."""
    if got.shape != right.shape:
        wanted = f"{tuple(right.shape)}: {', '.join(axes)}"
        return f"{begins}: shape {tuple(got.shape)}", wanted
    cell = first_cell(got, right)
    where = ", ".join(f"{axis} {n + 1}" for axis, n in zip(axes, cell, strict=True))
    saw, expected = both(got[cell].item(), right[cell].item())
    return f"{begins}: at {where} the value is {saw}", expected


class WithoutDropout(TorchFunctionMode):
    """Pass every input of dropout through unchanged, in this thread only, and keep its inputs in `inputs`."""

    def __init__(self) -> None:
        super().__init__()
        self.inputs: list[Tensor] = []

    def __torch_function__(
        self, function: Callable, types: Any, args: tuple = (), kwargs: dict | None = None
    ) -> Any:
        kwargs = kwargs or {}
        if function in (torch.dropout, nn.functional.dropout):
            self.inputs.append(args[0] if args else kwargs["input"])
            return self.inputs[-1]
        return function(*args, **kwargs)
