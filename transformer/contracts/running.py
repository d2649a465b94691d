"""Does the layer run for every length, and are its outputs finite?"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from transformer.contracts import causes
from transformer.contracts.errors import of_error, sentence
from transformer.contracts.information_flow import hidden_keys
from transformer.contracts.result import Cell, Violation, cell_of
from transformer.contracts.trial import D_MODEL, LENGTH, Trial
from transformer.diagnosis.returned import returned
from transformer.masks import causal, padding

SELF = ((3, 5), (2, 9), (1, 1))  # batch, length
CROSS = ((3, 5, 7), (2, 6, 3), (1, 1, 4))  # batch, queries, keys
LARGE = 100.0  # times the usual inputs: e to this power exceeds float32


def runs(trial: Trial) -> str:
    """Run the layer once on its own and once in a model."""
    layer = trial.build()
    x = trial.x()
    output = trial.call(layer, x, causal(LENGTH))
    if not isinstance(output, Tensor):
        asked = "it must return a tensor (batch, position, d_model)"
        raise Violation(f"forward {returned(output)}; {asked}")
    if output.dtype != x.dtype:
        raise Violation(
            f"forward returned a {output.dtype} tensor, but its input is {x.dtype}: keep the dtype"
        )
    trial.runs_alone = True
    model, trial.fails_in_model = trial.model(), True
    if tuple(output.shape) != tuple(x.shape):
        return f"{size(output.shape)} on its own"  # the next check explains what is wrong
    logits = model(trial.tokens(), trial.tokens(start=1))
    trial.fails_in_model = False
    return f"{size(output.shape)} on its own, {size(logits.shape)} in a model"


def size(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape))


@torch.no_grad()
def shapes(trial: Trial) -> str:
    """Check the output's shape: one vector per query, for any number of keys."""
    layer = trial.build()
    for batch, length in SELF:
        x = trial.x(batch, length)
        expect_shape(trial.call(layer, x), tuple(x.shape), f"for {batch} × {length} words")
    if trial.kind == "position":
        expect_shape(layer(4, 3), (4, D_MODEL), "for 4 positions starting at position 3")
        return "tested with 1, 5 and 9 positions, and with 4 starting at position 3"
    if not trial.attends:
        return "tested with 1 × 1, 2 × 9 and 3 × 5 words"
    if trial.self_only:
        return "tested with 1, 5 and 9 words; in self-attention there are as many keys as queries"
    for batch, queries, keys in CROSS:
        across(trial, layer, batch, queries, keys)
    return "tested with different numbers of queries and keys: 5 and 7, 6 and 3, 1 and 4"


def across(trial: Trial, layer: nn.Module, batch: int, queries: int, keys: int) -> None:
    x, memory = trial.x(batch, queries), trial.x(batch, keys)
    what = f"for {queries} queries and {keys} keys"
    try:
        found = layer(x, memory, padding(trial.tokens(batch, keys), 0))
    except (RuntimeError, IndexError, ValueError) as error:
        likely, line = causes.lengths(trial, layer)
        says = f"{what}: {sentence(error, trial.layer)}"
        raise Violation(says, None, likely, line or of_error(error, trial.layer)) from error
    expect_shape(found, tuple(x.shape), what)


def expect_shape(output: Tensor, expected: tuple[int, ...], what: str) -> None:
    if tuple(output.shape) != expected:
        says = f"{what}, it returned {size(output.shape)}; the shape must be {size(expected)}"
        raise Violation(says, likely=causes.shape(tuple(output.shape), expected))


@torch.no_grad()
def finite(trial: Trial) -> str:
    """Check the outputs for usual inputs, zeros, inputs a hundred times as large, padding, and a masked query."""
    layer, x, mask = trial.build(), trial.x(), causal(LENGTH)
    third = torch.tensor([2])
    tried = {
        "for usual inputs": (x, mask),
        "for a vector of zeros": (x.index_fill(1, third, 0.0), mask),
        "for a vector of equal components": (x.index_fill(1, third, 1.0), mask),
        f"for inputs {LARGE:g} times as large": (LARGE * x, mask),
    }
    if trial.attends:
        tried["with padding"] = (x, hidden_keys(LENGTH))
        tried["for a fully masked query"] = (x, mask.index_fill(0, third, False))
    for what, (vectors, seen) in tried.items():
        found = trial.call(layer, vectors, seen)
        if not found.isfinite().all():
            likely, line = causes.not_finite(trial, layer, what, vectors, seen)
            raise Violation(f"{what}, it returned NaN or ∞", not_finite(found), likely, line)
    logits = trial.model()(trial.tokens(), trial.tokens(start=1))
    if not logits.isfinite().all():
        raise Violation(
            "a model with this layer produces logits that are NaN or ∞", not_finite(logits)
        )
    if trial.attends:
        return "no NaN or ∞ occurs for usual, zero, equal or large inputs, padding, or a fully masked query"
    return "no NaN or ∞ occurs for usual, zero, equal or large inputs"


def not_finite(output: Tensor) -> Cell:
    where = tuple((~output.isfinite()).nonzero()[0].tolist())
    return cell_of(output, None, where, "a finite number")
