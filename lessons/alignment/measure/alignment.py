"""What a recurrent decoder attends to, step by step, compared with the known alignment.

`energies`, `context` and `step` are Bahdanau's decoder again, as plain functions
(`transformer/recurrent/writing.py` is the layer). Each row has its own source sentence, padded with PAD.
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
OFFSETS = (-1, 0, 1)  # source positions relative to the aligned one
SENTENCES = 300
BY_CONVENTION = "-"  # a hyphen of a date has no source character; its alignment in the task is only a convention


# ---- the formulas -------------------------------------------------------------------------------
def energies(state: Tensor, memory: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    """Return e_j = v_aᵀ tanh(W_a s + U_a h_j): state (batch, hidden), memory (batch, source, width) → (batch, source)."""
    asks, offers = state @ W_a.mT, memory @ U_a.mT  # (batch, hidden), (batch, source, hidden)
    return torch.tanh(asks[:, None] + offers) @ v_a


def context(energies: Tensor, memory: Tensor, words: Tensor) -> Tensor:
    """Return c = Σ_j α_j h_j: energies and words (batch, source), memory (batch, source, width) → (batch, width)."""
    weights = energies.masked_fill(~words, -torch.inf).softmax(-1)  # (batch, source)
    return (weights[..., None] * memory).sum(1)


def step(word: Tensor, state: Tensor, look: Callable, move: Callable) -> Tensor:
    """Return s_t: `look` with s_(t−1), then `move` on. word (batch, inputs), state (batch, hidden) → (batch, hidden)."""
    context_vector = look(state)  # (batch, width)
    return move(torch.cat((word, context_vector), dim=-1), state)


# ---- one sentence -------------------------------------------------------------------------------
@dataclass(frozen=True)
class Steps:
    """The values recorded while a decoder read its own answer, one row per word that it writes, END last."""

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
    """Let a recurrent model answer the sentence `ids` step by step. Raises `ValueError` for another model."""
    model: Any = trained.model
    must_have(model, *(f"{LOOK}.{name}" for name in SEEN))
    cells = [name for name in probes(model) if name.startswith("decoder.cells.")]
    last = max(name for name in cells if name.endswith(".state"))
    answered = answer(trained, ids)

    def rows(probe: str) -> Tensor:
        return torch.cat(answered.trace[probe])  # ran once for each word: (step, …)

    energies, weights, context = (rows(f"{LOOK}.{name}") for name in SEEN)
    state, output = rows(last), rows("decoder.output")
    begin = model.encode(torch.tensor([list(ids)])).layers[-1][0]  # s_0, (1, hidden)
    before = torch.cat((begin, state[:-1]))
    words, shares = candidates(answered.trace.one("logits")[0])
    return Steps(answered, energies, weights, context, before, state, output, words, shares)


@torch.no_grad()
def terms(
    attention: Any, recorded: Steps, trained: Trained, ids: Sequence[int], shown: int
) -> tuple[dict[str, Tensor], Tensor]:
    """Return the largest terms of every energy, (step, source, term), and the sum of the remaining terms,
    (step, source). In additive scores a term has the value inside the tanh, its factor in v_a, and their
    product; in other scores it has the two factors."""
    model: Any = trained.model
    memory = model.encode(torch.tensor([list(ids)])).memory[0]  # (source, width)
    asks = recorded.before if model.config.decoder == "bahdanau" else recorded.state
    if attention.kind in ("additive", "concat"):
        if attention.kind == "additive":
            ours, theirs = asks @ attention.W_a.mT, memory @ attention.U_a.mT
        else:
            hidden = asks.shape[1]
            ours, theirs = asks @ attention.W[:, :hidden].mT, memory @ attention.W[:, hidden:].mT
        inside = ours[:, None] + theirs[None]  # (step, source, hidden)
        factor = attention.v_a.expand_as(inside)
        products = inside.tanh() * factor
    else:
        theirs = memory @ attention.W.mT if attention.kind == "general" else memory
        inside = theirs[None].expand(len(asks), -1, -1)
        factor = asks[:, None].expand_as(inside)
        products = inside * factor
    best = products.abs().topk(shown, dim=-1).indices
    chosen = {
        n: v.gather(-1, best)
        for n, v in (("inside", inside), ("factor", factor), ("product", products))
    }
    return chosen, products.sum(-1) - chosen["product"].sum(-1)


# ---- many sentences -----------------------------------------------------------------------------
@dataclass(frozen=True)
class Shift:
    """Means over all words of held-out sentences whose aligned source word is known; (rows, offset) each.

    Rows: each map as the decoder used it, and the same map shifted one step early. `weight`: the fraction of a
    row's weight on the word before the aligned word, on the aligned word, and on the word after it. `peak`: how
    often each of these words gets the largest weight.
    """

    weight: Tensor
    peak: Tensor
    exact: float  # exact match on these sentences
    places: int  # number of words measured
    by_place: Tensor  # (offset, place): the same peaks by the position in the answer, NaN where no word is known


@torch.no_grad()
def shift(trained: Trained, sentences: int = SENTENCES) -> Shift:
    """Measure the shift with teacher forcing, on the mean of the heads of the last layer."""
    cross = trained.family.map("target", "source")
    if cross is None:
        raise ValueError(
            f"a {type(trained.model).__name__} has no attention from its output to its input"
        )
    examples = trained.task.held_out[:sentences]
    batch = Batch.from_examples(examples, trained.source_vocabulary, trained.target_vocabulary)
    layer = cross.layers(trained.model)[-1]
    with record(trained.model, f"{layer}.weights") as trace:
        trained.model(batch.source, batch.target[:, :-1])
    maps = cross.weights(trace, layer).mean(1)  # (sentence, target + END, source)
    aligned = batch.alignment[:, : maps.shape[1] - 1]  # of the words before END
    if BY_CONVENTION in trained.target_vocabulary.words:
        (hyphen,) = trained.target_vocabulary.encode([BY_CONVENTION])
        aligned = aligned.masked_fill(batch.target[:, 1 : aligned.shape[1] + 1] == hyphen, -1)
    measures = [weight_and_peak(rows, aligned) for rows in (maps[:, :-1], maps[:, 1:])]
    weight, peak = (torch.stack(measure) for measure in zip(*measures, strict=True))
    off, real = maps[:, :-1].argmax(-1) - aligned, aligned >= 0
    by_place = torch.stack([((off == k) & real).sum(0) / real.sum(0) for k in OFFSETS])
    return Shift(weight, peak, exact_match(trained.model, batch), int(real.sum()), by_place)


def weight_and_peak(maps: Tensor, aligned: Tensor) -> tuple[Tensor, Tensor]:
    """maps (sentence, target, source), known (sentence, target), −1 where unknown → weight and peak at each of
    the `OFFSETS`, (offset,)."""
    real, peak = aligned >= 0, maps.argmax(-1)
    weight, most = [], []
    for offset in OFFSETS:
        place = aligned + offset  # (sentence, target)
        there = real & (place >= 0) & (place < maps.shape[-1])
        on_it = maps.gather(-1, place.clamp(0, maps.shape[-1] - 1)[..., None])[..., 0]
        weight.append((on_it * there)[real].mean())
        most.append((there & (peak == place))[real].float().mean())
    return torch.stack(weight), torch.stack(most)
