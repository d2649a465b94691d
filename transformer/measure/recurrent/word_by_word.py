"""A recurrent model reads a sentence and writes its answer, step after step: what the state is after each word,
what the gates did to it, and how probable each written word was."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from transformer.measure.answer import answer, must_have, must_write
from transformer.measure.architecture import candidates
from transformer.vocabulary import START
from transformer.weights import Trained

READER, WRITER = "encoder.forwards.0", "decoder.cells.0"
LOGITS, STATE = "logits", "state"


@dataclass(frozen=True)
class Steps:
    """All steps of both cells, the encoder's first. Its probes ran once for each step."""

    order: list[int]  # which word of the sentence is read at each step of the encoder, from 0
    read: list[int]  # tokens that the decoder reads: START, then what it has written
    written: list[int]  # tokens that it wrote, END last if it ended
    cells: dict[
        str, Tensor
    ]  # by the probe's name in its cell (step, hidden); "state" and the gates
    before: Tensor  # (step, hidden): the state with which each step begins
    words: Tensor  # (written, candidate), the most probable first
    shares: Tensor  # (written, candidate)
    chances: Tensor  # (written,): p(y_t | y_<t, x) of what was written


@torch.no_grad()
def handed_over(trained: Trained, ids: Sequence[int]) -> tuple[int, int]:
    """How many numbers all states of the encoder have, and how many of them the decoder without attention is given."""
    model: Any = trained.model  # of the family `recurrent`
    past = model.encode(torch.tensor([list(ids)]))
    return past.memory.numel(), sum(part.numel() for state in past.layers for part in state)


@torch.no_grad()
def follow(trained: Trained, ids: Sequence[int]) -> Steps:
    """One recorded pass over a sentence and the model's own answer to it.

    Raises `ValueError` for a model that has no such cells, and for one that writes nothing.
    """
    must_write(trained.model)
    must_have(trained.model, f"{READER}.{STATE}", f"{WRITER}.{STATE}", LOGITS)
    if getattr(trained.model.config, "both_ways", False):
        raise ValueError("this model has no single state to follow: it reads in both directions")
    found = answer(trained, ids)
    trace, count = found.trace, len(found.tokens)
    names = [n.rpartition(".")[2] for n in trace.names() if n.startswith(f"{READER}.")]
    cells = {
        name: torch.cat([*trace[f"{READER}.{name}"], *trace[f"{WRITER}.{name}"][:count]])
        for name in names
    }
    states = cells[STATE]  # the decoder begins with the encoder's last
    before = torch.cat((torch.zeros_like(states[:1]), states[:-1]))
    logits = trace.one(LOGITS)[0, :count]  # (written, vocabulary)
    chosen = torch.tensor(found.tokens)[:, None]  # (written, 1)
    chances = logits.softmax(dim=-1).gather(-1, chosen)[:, 0]
    words, shares = candidates(logits)
    return Steps(
        reading_order(trained, len(ids)), [START, *found.tokens][:count], found.tokens, cells, before, words,
        shares, chances,
    )  # fmt: skip


def reading_order(trained: Trained, count: int) -> list[int]:
    """In which order the encoder reads the words of a sentence."""
    places = list(range(count))
    how = getattr(trained.model.config, "source", "forwards")
    return {"backwards": places[::-1], "twice": places * 2}.get(how, places)
