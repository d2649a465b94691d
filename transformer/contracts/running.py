"""Does it run at all, for every length, and does it stay finite?"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from transformer.contracts import causes
from transformer.contracts.errors import of_error, sentence
from transformer.contracts.information_flow import hidden_keys
from transformer.contracts.light import Cell, Red, cell_of
from transformer.contracts.trial import D_MODEL, LENGTH, Trial
from transformer.diagnosis.returned import returned
from transformer.masks import causal, padding

SELF = ((3, 5), (2, 9), (1, 1))  # batch, length
CROSS = ((3, 5, 7), (2, 6, 3), (1, 1, 4))  # batch, queries, keys
LARGE = 100.0  # times the usual numbers: e to that power is more than float32 can hold


def runs(trial: Trial) -> str:
    """The layer alone and a model with it go forward once."""
    layer = trial.build()
    x = trial.x()
    output = trial.call(layer, x, causal(LENGTH))
    if not isinstance(output, Tensor):
        asked = "a tensor (batch, position, d_model) was asked for"
        raise Red(f"forward {returned(output)}; {asked}")
    if output.dtype != x.dtype:
        raise Red(f"forward returned numbers of {output.dtype}; its input was {x.dtype}")
    trial.runs_alone = True
    model, trial.fails_in_model = trial.model(), True
    if tuple(output.shape) != tuple(x.shape):
        return f"{size(output.shape)} alone"  # what is wrong with that, the next light says
    logits = model(trial.tokens(), trial.tokens(start=1))
    trial.fails_in_model = False
    return f"{size(output.shape)} alone, {size(logits.shape)} in a model"


def size(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape))


@torch.no_grad()
def shapes(trial: Trial) -> str:
    """What comes out is as long as what asks, however many keys there are."""
    layer = trial.build()
    for batch, length in SELF:
        x = trial.x(batch, length)
        expect_shape(trial.call(layer, x), tuple(x.shape), f"of {batch} × {length} words")
    if trial.kind == "position":
        expect_shape(layer(4, 3), (4, D_MODEL), "of 4 positions from position 3 on")
        return "1, 5 and 9 positions, and 4 from position 3 on"
    if not trial.attends:
        return "1 × 1, 2 × 9 and 3 × 5 words"
    if trial.self_only:
        return "1, 5 and 9 words; in self-attention there are as many keys as queries"
    for batch, queries, keys in CROSS:
        across(trial, layer, batch, queries, keys)
    return "queries and keys of unequal number: 5 and 7, 6 and 3, 1 and 4"


def across(trial: Trial, layer: nn.Module, batch: int, queries: int, keys: int) -> None:
    x, memory = trial.x(batch, queries), trial.x(batch, keys)
    what = f"of {queries} queries and {keys} keys"
    try:
        found = layer(x, memory, padding(trial.tokens(batch, keys), 0))
    except (RuntimeError, IndexError) as error:
        likely, line = causes.lengths(trial, layer)
        says = f"{what}: {sentence(error, trial.layer)}"
        raise Red(says, None, likely, line or of_error(error, trial.layer)) from error
    expect_shape(found, tuple(x.shape), what)


def expect_shape(output: Tensor, expected: tuple[int, ...], what: str) -> None:
    if tuple(output.shape) != expected:
        says = f"{what}, it returned {size(output.shape)}; {size(expected)} was asked for"
        raise Red(says, likely=causes.shape(tuple(output.shape), expected))


@torch.no_grad()
def finite(trial: Trial) -> str:
    """Usual numbers, zeros, a hundred times as large ones, padding, and a query that may look nowhere."""
    layer, x, mask = trial.build(), trial.x(), causal(LENGTH)
    third = torch.tensor([2])
    tried = {
        "for usual numbers": (x, mask),
        "for a vector of zeros": (x.index_fill(1, third, 0.0), mask),
        "for a vector of equal numbers": (x.index_fill(1, third, 1.0), mask),
        f"for numbers {LARGE:g} times as large": (LARGE * x, mask),
    }
    if trial.attends:
        tried["beside padding"] = (x, hidden_keys(LENGTH))
        tried["for a query that may look nowhere"] = (x, mask.index_fill(0, third, False))
    for what, (vectors, seen) in tried.items():
        found = trial.call(layer, vectors, seen)
        if not found.isfinite().all():
            likely, line = causes.not_finite(trial, layer, what, vectors, seen)
            raise Red(f"{what}, it returned NaN or ∞", not_finite(found), likely, line)
    logits = trial.model()(trial.tokens(), trial.tokens(start=1))
    if not logits.isfinite().all():
        raise Red("a model with it gives logits that are NaN or ∞", not_finite(logits))
    kinds = "usual numbers, zeros, equal ones, a hundred times as large ones"
    return f"no NaN, no ∞: {kinds}{', padding, a query that may look nowhere' * trial.attends}"


def not_finite(output: Tensor) -> Cell:
    where = tuple((~output.isfinite()).nonzero()[0].tolist())
    return cell_of(output, None, where, "a finite number")
