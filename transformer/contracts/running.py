"""Does the layer run for every length, and are its outputs finite?"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from transformer.contracts import causes
from transformer.contracts.errors import of_error, sentence
from transformer.contracts.information_flow import hidden_keys
from transformer.contracts.layer_under_test import D_MODEL, LENGTH, LayerUnderTest
from transformer.contracts.result import Cell, Violation, cell_of
from transformer.diagnosis.returned import returned
from transformer.masks import causal, padding

SELF = ((3, 5), (2, 9), (1, 1))  # batch, length
CROSS = ((3, 5, 7), (2, 6, 3), (1, 1, 4))  # batch, queries, keys
LARGE = 100.0  # times the usual inputs: e to this power exceeds float32


def runs(tested: LayerUnderTest) -> str:
    """Run the layer once on its own and once in a model."""
    layer = tested.build()
    x = tested.x()
    output = tested.call(layer, x, causal(LENGTH))
    if not isinstance(output, Tensor):
        requirement = "it must return a tensor (batch, position, d_model)"
        raise Violation(f"forward {returned(output)}; {requirement}")
    if output.dtype != x.dtype:
        raise Violation(
            f"forward returned a {output.dtype} tensor, but its input is {x.dtype}: keep the dtype"
        )
    tested.runs_alone = True
    model, tested.fails_in_model = tested.model(), True
    if tuple(output.shape) != tuple(x.shape):
        return f"{size(output.shape)} on its own"  # the next check explains what is wrong
    logits = model(tested.tokens(), tested.tokens(start=1))
    tested.fails_in_model = False
    return f"{size(output.shape)} on its own, {size(logits.shape)} in a model"


def size(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape))


@torch.no_grad()
def shapes(tested: LayerUnderTest) -> str:
    """Check the output's shape: one vector per query, for any number of keys."""
    layer = tested.build()
    for batch, length in SELF:
        x = tested.x(batch, length)
        expect_shape(tested.call(layer, x), tuple(x.shape), f"for {batch} × {length} words")
    if tested.kind == "position":
        expect_shape(layer(4, 3), (4, D_MODEL), "for 4 positions starting at position 3")
        return "tested with 1, 5 and 9 positions, and with 4 starting at position 3"
    if not tested.attends:
        return "tested with 1 × 1, 2 × 9 and 3 × 5 words"
    if tested.self_only:
        return "tested with 1, 5 and 9 words; in self-attention there are as many keys as queries"
    for batch, queries, keys in CROSS:
        across(tested, layer, batch, queries, keys)
    return "tested with different numbers of queries and keys: 5 and 7, 6 and 3, 1 and 4"


def across(tested: LayerUnderTest, layer: nn.Module, batch: int, queries: int, keys: int) -> None:
    x, memory = tested.x(batch, queries), tested.x(batch, keys)
    what = f"for {queries} queries and {keys} keys"
    try:
        output = layer(x, memory, padding(tested.tokens(batch, keys), 0))
    except (RuntimeError, IndexError, ValueError) as error:
        likely, line = causes.lengths(tested, layer)
        says = f"{what}: {sentence(error, tested.layer)}"
        raise Violation(says, None, likely, line or of_error(error, tested.layer)) from error
    expect_shape(output, tuple(x.shape), what)


def expect_shape(output: Tensor, expected: tuple[int, ...], what: str) -> None:
    if tuple(output.shape) != expected:
        says = f"{what}, it returned {size(output.shape)}; the shape must be {size(expected)}"
        raise Violation(says, likely=causes.shape(tuple(output.shape), expected))


@torch.no_grad()
def finite(tested: LayerUnderTest) -> str:
    """Check the outputs for usual inputs, zeros, inputs a hundred times as large, padding, and a masked query."""
    layer, x, mask = tested.build(), tested.x(), causal(LENGTH)
    third = torch.tensor([2])
    tried = {
        "for usual inputs": (x, mask),
        "for a vector of zeros": (x.index_fill(1, third, 0.0), mask),
        "for a vector of equal components": (x.index_fill(1, third, 1.0), mask),
        f"for inputs {LARGE:g} times as large": (LARGE * x, mask),
    }
    if tested.attends:
        tried["with padding"] = (x, hidden_keys(LENGTH))
        tried["for a fully masked query"] = (x, mask.index_fill(0, third, False))
    for what, (vectors, seen) in tried.items():
        output = tested.call(layer, vectors, seen)
        if not output.isfinite().all():
            likely, line = causes.not_finite(tested, layer, what, vectors, seen)
            raise Violation(f"{what}, it returned NaN or ∞", not_finite(output), likely, line)
    logits = tested.model()(tested.tokens(), tested.tokens(start=1))
    if not logits.isfinite().all():
        raise Violation(
            "a model with this layer produces logits that are NaN or ∞", not_finite(logits)
        )
    if tested.attends:
        return "no NaN or ∞ occurs for usual, zero, equal or large inputs, padding, or a fully masked query"
    return "no NaN or ∞ occurs for usual, zero, equal or large inputs"


def not_finite(output: Tensor) -> Cell:
    where = tuple((~output.isfinite()).nonzero()[0].tolist())
    return cell_of(output, None, where, "a finite number")
