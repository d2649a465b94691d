"""Where a recurrent decoder looks: one step after another, and measured against the known alignment.

`energies`, `context` and `step` are Bahdanau's decoder once more, as functions of what they need
(`transformer/recurrent/writing.py` is the layer). Each row has a source sentence of its own, filled up with PAD.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from transformer.measure.answer import Answer, answer, must_have
from transformer.measure.architecture import candidates
from transformer.objectives.batch import Batch
from transformer.objectives.scores import exact_match
from transformer.probe import probes, record
from transformer.weights import Trained

LOOK, SEEN = "decoder.attention", ("energies", "weights", "context")
OFFSETS = (-1, 0, 1)  # source places beside the aligned one
SENTENCES = 300


# ---- the formulas -------------------------------------------------------------------------------
def energies(state: Tensor, memory: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    """e_j = v_aᵀ tanh(W_a s + U_a h_j): state (batch, hidden), memory (batch, source, width) → (batch, source)."""
    asks, offers = state @ W_a.mT, memory @ U_a.mT  # (batch, hidden), (batch, source, hidden)
    return torch.tanh(asks[:, None] + offers) @ v_a


def context(energies: Tensor, memory: Tensor, words: Tensor) -> Tensor:
    """c = Σ_j α_j h_j: energies and words (batch, source), memory (batch, source, width) → (batch, width)."""
    weights = energies.masked_fill(~words, -torch.inf).softmax(-1)  # (batch, source)
    return (weights[..., None] * memory).sum(1)


def step(word: Tensor, state: Tensor, look: Callable, move: Callable) -> Tensor:
    """s_t: `look` with s_(t−1), then `move` on. word (batch, inputs), state (batch, hidden) → (batch, hidden)."""
    found = look(state)  # (batch, width)
    return move(torch.cat((word, found), dim=-1), state)


# ---- one sentence -------------------------------------------------------------------------------
@dataclass(frozen=True)
class Steps:
    """What passed while a decoder read its own answer; a row for each word that it writes, END last."""

    answer: Answer
    energies: Tensor  # (step, source)
    weights: Tensor  # (step, source)
    context: Tensor  # (step, width)
    before: Tensor  # s_(t−1), (step, hidden)
    state: Tensor  # s_t, (step, hidden)
    output: Tensor  # g, (step, hidden)
    words: Tensor  # (step, candidate), the most probable first
    shares: Tensor  # (step, candidate)


@torch.no_grad()
def steps(trained: Trained, ids: Sequence[int]) -> Steps:
    """Let a recurrent model answer the sentence `ids`, step by step. Raises `ValueError` for another model."""
    model: Any = trained.model
    must_have(model, *(f"{LOOK}.{name}" for name in SEEN))
    cells = [name for name in probes(model) if name.startswith("decoder.cells.")]
    last = max(name for name in cells if name.endswith(".state"))
    found = answer(trained, ids)

    def rows(probe: str) -> Tensor:
        return torch.cat(found.trace[probe])  # ran once for each word: (step, …)

    energies, weights, context = (rows(f"{LOOK}.{name}") for name in SEEN)
    state, output = rows(last), rows("decoder.output")
    begin = model.encode(torch.tensor([list(ids)])).layers[-1][0]  # s_0, (1, hidden)
    before = torch.cat((begin, state[:-1]))
    words, shares = candidates(found.trace.one("logits")[0])
    return Steps(found, energies, weights, context, before, state, output, words, shares)


# ---- many sentences -----------------------------------------------------------------------------
@dataclass(frozen=True)
class Shift:
    """Means over all words of held-out sentences whose source word is known; (rows, offset) each.

    Rows: each map as the decoder used it, and the same map noted one step early. `weight`: the share of a
    row's weight on the word before the aligned one, on it, on the one after. `peak`: how often that word gets most.
    """

    weight: Tensor
    peak: Tensor
    exact: float  # share of these sentences written right to the last word
    places: int  # words that were asked about
    by_place: Tensor  # (offset, place): the same peaks by the place in the answer, NaN where no word is known


@torch.no_grad()
def shift(trained: Trained, sentences: int = SENTENCES) -> Shift:
    """Measured with the right words given, the mean of the heads of the last layer."""
    cross = trained.family.map("target", "source")
    if cross is None:
        raise ValueError(
            f"nothing that a {type(trained.model).__name__} writes looks at what it read"
        )
    examples = trained.task.held_out[:sentences]
    batch = Batch.of(examples, trained.source_vocabulary, trained.target_vocabulary)
    layer = cross.layers(trained.model)[-1]
    with record(trained.model, f"{layer}.weights") as trace:
        trained.model(batch.source, batch.target[:, :-1])
    maps = cross.weights(trace, layer).mean(1)  # (sentence, target + END, source)
    known = batch.alignment[:, : maps.shape[1] - 1]  # of the words before END
    found = [beside(rows, known) for rows in (maps[:, :-1], maps[:, 1:])]
    weight, peak = (torch.stack(one) for one in zip(*found, strict=True))
    off, real = maps[:, :-1].argmax(-1) - known, known >= 0
    by_place = torch.stack([((off == k) & real).sum(0) / real.sum(0) for k in OFFSETS])
    return Shift(weight, peak, exact_match(trained.model, batch), int(real.sum()), by_place)


def beside(maps: Tensor, known: Tensor) -> tuple[Tensor, Tensor]:
    """maps (sentence, target, source), known (sentence, target), −1 where nothing is → weight and peak of each
    of the `OFFSETS`, (offset,)."""
    real, peak = known >= 0, maps.argmax(-1)
    weight, most = [], []
    for offset in OFFSETS:
        place = known + offset  # (sentence, target)
        there = real & (place >= 0) & (place < maps.shape[-1])
        on_it = maps.gather(-1, place.clamp(0, maps.shape[-1] - 1)[..., None])[..., 0]
        weight.append((on_it * there)[real].mean())
        most.append((there & (peak == place))[real].float().mean())
    return torch.stack(weight), torch.stack(most)
