"""Does it run at all, for every length, and does it stay finite?"""

import torch
from torch import Tensor, nn

from transformer.masks import causal, padding
from transformer.measure.lights import causes
from transformer.measure.lights.light import Red, cell_of
from transformer.measure.lights.trial import D_MODEL, Trial

SELF = ((3, 5), (2, 9), (1, 1))  # batch, length
CROSS = ((3, 5, 7), (2, 6, 3), (1, 1, 4))  # batch, queries, keys
LARGE = 100.0  # times the usual numbers: e to that power is more than float32 can hold


def runs(trial: Trial) -> str:
    """The layer alone and a model with it go forward once."""
    layer = trial.build()
    if not isinstance(layer, nn.Module):
        raise Red(f"{type(layer).__name__} is no nn.Module: class Mine(nn.Module)")
    x = trial.x()
    found = trial.call(layer, x, causal(x.shape[1]))
    if not isinstance(found, Tensor):
        given = type(found).__name__
        raise Red(f"forward returned a {given}; a tensor (batch, position, d_model) was asked for")
    logits = trial.model()(trial.tokens(), trial.tokens(start=1))
    return f"{tuple(found.shape)} alone, {tuple(logits.shape)} in a model of 2 + 2 layers"


def shapes(trial: Trial) -> str:
    """What comes out is as long as what asks, however many keys there are."""
    layer = trial.build()
    for batch, length in SELF:
        x = trial.x(batch, length)
        expect_shape(trial.call(layer, x), tuple(x.shape), f"of {length} words")
    if trial.kind == "position":
        expect_shape(layer(4, 3), (4, D_MODEL), "of 4 positions from position 3 on")
        return "1, 5 and 9 positions, and 4 from position 3 on"
    if trial.kind != "attention":
        return "1 × 1, 2 × 9 and 3 × 5 words"
    if trial.self_only:
        return (
            "1, 5 and 9 words; it is used in self-attention alone, so keys are as many as queries"
        )
    for batch, queries, keys in CROSS:
        x, memory = trial.x(batch, queries), trial.x(batch, keys)
        mask = padding(trial.tokens(batch, keys), 0)
        what = f"of {queries} queries and {keys} keys"
        try:
            found = layer(x, memory, mask)
        except RuntimeError as error:
            error.add_note(what)
            raise Red(*causes.lengths(error, what, trial)) from error
        expect_shape(found, tuple(x.shape), what)
    return "queries and keys of unequal number, 5 × 7, 6 × 3 and 1 × 4"


def expect_shape(found: Tensor, shape: tuple[int, ...], what: str) -> None:
    if tuple(found.shape) != shape:
        raise Red(
            f"{what}, it returned {tuple(found.shape)}; {shape} was asked for",
            likely=causes.shape(tuple(found.shape), shape),
        )


@torch.no_grad()
def finite(trial: Trial) -> str:
    """Usual numbers, zeros, a hundred times as large ones, and a query that may look nowhere."""
    layer = trial.build()
    x = trial.x()
    nowhere = causal(x.shape[1]).clone()
    nowhere[0] = False
    tried = {
        "for usual numbers": (x, causal(x.shape[1])),
        "for a vector of zeros": (x.index_fill(1, torch.tensor([2]), 0.0), None),
        "for equal numbers in one vector": (x.index_fill(1, torch.tensor([2]), 1.0), None),
        f"for numbers {LARGE:g} times as large": (LARGE * x, causal(x.shape[1])),
    }
    if trial.kind == "attention":
        tried["for a query that may look nowhere"] = (x, nowhere)
    for what, (vectors, mask) in tried.items():
        found = trial.call(layer, vectors, mask)
        expect_finite(found, what, trial, vectors, mask)
    logits = trial.model()(trial.tokens(), trial.tokens(start=1))
    if not logits.isfinite().all():
        raise Red("a model with it gives logits that are no numbers", not_finite(logits))
    return f"{', '.join(tried)}"


def expect_finite(found: Tensor, what: str, trial: Trial, x: Tensor, mask: Tensor | None) -> None:
    if not found.isfinite().all():
        cell = not_finite(found)
        likely, look_at = causes.not_finite(trial, what, x, mask)
        raise Red(f"{what}, it returned numbers that are NaN or infinite", cell, likely, look_at)


def not_finite(found: Tensor):
    where = tuple((~found.isfinite()).nonzero()[0].tolist())
    return cell_of(found, torch.zeros_like(found), where)
