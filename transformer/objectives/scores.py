"""Scores of sequence-to-sequence models on held-out sentences."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import torch
from torch import nn

from transformer.decoding import greedy
from transformer.objectives.batch import Batch
from transformer.objectives.bleu import bleu
from transformer.objectives.maps import CROSS, ENCODER, Map
from transformer.probe import record, replace
from transformer.tasks import Example, Task
from transformer.vocabulary import END, Vocabulary

# On every card with a BLEU. With another tokenization, such as sacrebleu's, or another maximum length, it differs.
BLEU_COUNTS = (
    "n-grams of 1 to 4 words, tokenized as in the task, in greedy translations; each translation is at most "
    "two words longer than the longest reference"
)


def exact_match(model: nn.Module, batch: Batch, output: torch.Tensor | None = None) -> float:
    """The fraction of sentences whose greedy output is entirely correct; `output` if it is known."""
    right = batch.target[:, 1:]  # (batch, target) without START
    output = greedy_output(model, batch) if output is None else output
    return right_sentences(output, right).float().mean().item()


@torch.no_grad()
def greedy_output(model: nn.Module, batch: Batch) -> torch.Tensor:
    """Return the greedy output (sentence, token), at most one token longer than the longest correct one with its END:
    two words more if END is never written."""
    return greedy(model, batch.source, max_length=batch.target.shape[1])


def translated(
    output: torch.Tensor, task: Task, examples: Sequence[Example], target: Vocabulary
) -> float:
    """BLEU, 0 to 100, of the output tokens for these examples: see `BLEU_COUNTS`. An unknown word matches
    nothing."""
    sentences = [task.words(target.decode(row)) for row in output.tolist()]
    return bleu(sentences, [[task.words(example.target)] for example in examples]).score


def right_sentences(output: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """Which outputs are entirely correct; both (sentence, ≤ target), → bool (sentence,)."""
    width = max(output.shape[1], right.shape[1])
    return (_widen(output, width) == _widen(right, width)).all(-1)


def exact_match_by_length(model: nn.Module, task: Any, lengths: Iterable[int]) -> list[dict]:
    """Exact match on sequences of each length, to measure length generalisation.

    For tasks with examples of any length. "exact_match" is None if the model cannot read the length, as with
    learned positions.
    """
    words = Vocabulary(task.source_words), Vocabulary(task.target_words)
    scores = []
    for length in lengths:
        examples = task.of_length(length)
        try:
            score = exact_match(model, Batch.from_examples(examples, *words))
        except ValueError:  # no vector for such a position
            score = None
        scores.append({"length": length, "exact_match": score, "sentences": len(examples)})
    return scores


@torch.no_grad()
def alignment(model: nn.Module, batch: Batch, cross: Map = CROSS) -> float:
    """The fraction of target words for which the last layer of the cross-attention, averaged over its heads,
    has its largest weight on the aligned source word.

    Row t of the map belongs to the input token t and predicts word t, so it is compared with the
    alignment of word t.
    """
    layer = cross.layers(model)[-1]
    with record(model, f"{layer}.weights") as trace:
        model(batch.source, batch.target[:, :-1])
    looked_at = cross.weights(trace, layer).mean(1).argmax(-1)  # (batch, target)
    aligned = batch.alignment[:, : looked_at.shape[1]]
    real = aligned >= 0
    return (looked_at == aligned)[real].float().mean().item()


@torch.no_grad()
def referent(model: Any, batch: Batch, *probes: str) -> dict[tuple[str, int], dict[str, float]]:
    """How well encoder heads link *it* to its noun, on the sentences with an *it*: for each head of these probes,
    by (probe, head). The sentences are read only once.

    `right`: the noun of *it* gets more weight than the other noun. `strongest`: it gets more than every other
    word. `mass`: its mean weight. Empty if no sentence has an *it*.
    """
    rows = torch.nonzero(batch.it >= 0).squeeze(-1)
    if len(rows) == 0:
        return {}
    with record(model, *probes) as trace:
        model.encode(batch.source[rows])
    sentence = torch.arange(len(rows), device=rows.device)
    scores = {}
    for probe in probes:
        of_it = trace.one(probe)[sentence, :, batch.it[rows]]  # (sentence, head, key)
        for head, weights in enumerate(of_it.unbind(1)):  # (sentence, key)
            noun = weights[sentence, batch.noun[rows]]
            other = weights[sentence, batch.other_noun[rows]]
            scores[probe, head] = {
                "right": (noun > other).float().mean().item(),
                "strongest": (weights.argmax(-1) == batch.noun[rows]).float().mean().item(),
                "mass": noun.mean().item(),
            }
    return scores


def best_referent(
    model: nn.Module, batch: Batch, encoder: Map = ENCODER
) -> dict[str, float] | None:
    """The encoder head that most often links *it* to the right noun: its layer and number, its scores from
    `referent`, and the number of sentences; None if no sentence has an *it*.
    """
    places = {f"{layer}.weights": number for number, layer in enumerate(encoder.layers(model))}
    heads = [
        {"layer": places[probe], "head": head, **scores}
        for (probe, head), scores in referent(model, batch, *places).items()
    ]
    best = max(heads, key=lambda head: head["right"], default=None)
    return best and best | {"sentences": int((batch.it >= 0).sum())}


def forbidden_nouns(model: nn.Module, batch: Batch, encoder: Map = ENCODER) -> dict[str, float]:
    """Exact match on the sentences with *it*: unchanged ("free"), with the attention from *it* to the right noun
    masked in all layers and heads of the encoder ("noun"), and to the other noun ("other_noun").
    """
    batch = batch[torch.nonzero(batch.it >= 0).squeeze(-1)]
    rows, scores = torch.arange(len(batch)), {"free": exact_match(model, batch)}
    for name in ("noun", "other_noun"):
        noun = getattr(batch, name)  # (batch,)

        def hide(masked: torch.Tensor, noun: torch.Tensor = noun) -> torch.Tensor:
            masked = masked.clone()  # (batch, head, query, key)
            masked[rows, :, batch.it, noun] = -math.inf
            return masked

        paths = [f"{layer}.masked" for layer in encoder.layers(model)]
        with replace(model, dict.fromkeys(paths, hide)):
            scores[name] = exact_match(model, batch)
    return scores


def _widen(tokens: torch.Tensor, width: int) -> torch.Tensor:
    """Pad on the right; what follows END is ignored."""
    wide = tokens.new_full((len(tokens), width), 0)
    wide[:, : tokens.shape[1]] = tokens
    after_end = (wide == END).cumsum(-1) - (wide == END).long() > 0
    return wide.masked_fill(after_end, 0)
