"""A recurrent model reads a sentence and writes its answer, step by step: the state after each word, the
gates that changed it, and the probability of each written word."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lessons.sequences.measure.arithmetic import contributions
from transformer.measure.answer import answer, must_have, must_write
from transformer.measure.architecture import candidates
from transformer.vocabulary import START
from transformer.weights import Trained

READER, WRITER = "encoder.forwards.0", "decoder.cells.0"
LOGITS, STATE = "logits", "state"


@dataclass(frozen=True)
class Steps:
    """All steps of both cells, the encoder's first. Their probes ran once per step."""

    order: list[int]  # which word of the sentence is read at each step of the encoder, from 0
    read: list[int]  # tokens that the decoder reads: START, then its own output
    written: list[int]  # tokens that it wrote, END last if it ended
    cells: dict[
        str, Tensor
    ]  # by the probe's name in its cell (step, hidden); "state" and the gates
    before: Tensor  # (step, hidden): the state with which each step begins
    made: dict[
        str, Tensor
    ]  # of every gate what the word and the old state add to it (`arithmetic.parts`)
    words: Tensor  # (written, candidate), the most probable first
    shares: Tensor  # (written, candidate)
    chances: Tensor  # (written,): p(y_t | y_<t, x) of what was written


@torch.no_grad()
def count_values(trained: Trained, ids: Sequence[int]) -> tuple[int, int]:
    """Return how many values all encoder states have, and how many of them the decoder without attention
    receives."""
    model: Any = trained.model  # of the family `recurrent`
    past = model.encode(torch.tensor([list(ids)]))
    return past.memory.numel(), sum(part.numel() for state in past.layers for part in state)


@torch.no_grad()
def record_steps(trained: Trained, ids: Sequence[int]) -> Steps:
    """Return the recording of one pass over a sentence and the model's own answer to it.

    Raises `ValueError` for a model without such cells, and for one that generates nothing.
    """
    must_write(trained.model)
    must_have(trained.model, f"{READER}.{STATE}", f"{WRITER}.{STATE}", LOGITS)
    if getattr(trained.model.config, "both_ways", False):
        raise ValueError("this model reads in both directions, so it has no single state to follow")
    model: Any = trained.model
    cells_run = model.encoder.forwards[0], model.decoder.cells[0]
    with record_inputs(cells_run[0]) as read, record_inputs(cells_run[1]) as wrote:
        recorded = answer(trained, ids)
    trace, count = recorded.trace, len(recorded.tokens)
    order = reading_order(trained, len(ids))
    last = len(recorded.inside) + 1  # of the recorded pass, which comes after the writing
    gone_in = [*read[-len(order) :], *wrote[-last:][:count]]
    names = [n.rpartition(".")[2] for n in trace.names() if n.startswith(f"{READER}.")]
    cells = {
        name: torch.cat([*trace[f"{READER}.{name}"], *trace[f"{WRITER}.{name}"][:count]])
        for name in names
    }
    before = torch.cat([state[0] for _, state in gone_in])
    made = _gate_parts(cells_run, gone_in, len(order))
    logits = trace.one(LOGITS)[0, :count]  # (written, vocabulary)
    chosen = torch.tensor(recorded.tokens)[:, None]  # (written, 1)
    chances = logits.softmax(dim=-1).gather(-1, chosen)[:, 0]
    words, shares = candidates(logits)
    return Steps(
        order, [START, *recorded.tokens][:count], recorded.tokens, cells, before, made, words, shares, chances,
    )  # fmt: skip


@contextmanager
def record_inputs(cell: Any) -> Iterator[list[tuple[Tensor, tuple[Tensor, ...]]]]:
    """Yield a list that collects all inputs of a cell, step by step: the vector x and the state so far."""
    seen: list[tuple[Tensor, tuple[Tensor, ...]]] = []
    hook = cell.register_forward_pre_hook(lambda _, arguments: seen.append(arguments))
    try:
        yield seen
    finally:
        hook.remove()


def _gate_parts(cells: Sequence[Any], gone_in: Sequence[tuple], reads: int) -> dict[str, Tensor]:
    """Return the two parts of every gate at each step, and an LSTM's memory before it."""
    sides = [
        contributions(
            cell, torch.cat([x for x, _ in side]), torch.cat([state[0] for _, state in side])
        )
        for cell, side in zip(cells, (gone_in[:reads], gone_in[reads:]), strict=True)
    ]
    parts = {name: torch.cat([side[name] for side in sides]) for name in sides[0]}
    if len(gone_in[0][1]) > 1:
        parts["memory before"] = torch.cat([state[1] for _, state in gone_in])
    return parts


def reading_order(trained: Trained, count: int) -> list[int]:
    """Return the order in which the encoder reads the words of a sentence."""
    places = list(range(count))
    how = getattr(trained.model.config, "source", "forwards")
    return {"backwards": places[::-1], "twice": places * 2}.get(how, places)
