"""What a model that answers a sentence is worth, measured on sentences that it never saw."""

from collections.abc import Iterable, Sequence
from typing import Any

import torch
from torch import nn

from transformer.decoding import greedy
from transformer.objectives.batch import Batch
from transformer.objectives.bleu import bleu
from transformer.objectives.maps import CROSS, ENCODER, Map
from transformer.probe import record
from transformer.tasks import Example, Task
from transformer.vocabulary import END, Vocabulary

# Of every card with a BLEU. With other words, as sacrebleu's own, or room to write on, it is another number.
BLEU_COUNTS = (
    "runs of 1 to 4 words, as the task splits text into words, in greedy translations; each ends at the latest two "
    "words after the longest right one"
)


def exact_match(model: nn.Module, batch: Batch, output: torch.Tensor | None = None) -> float:
    """The share of sentences whose greedy output is right to the last token; `output` where it is known."""
    right = batch.target[:, 1:]  # (batch, target) without START
    output = written(model, batch) if output is None else output
    return right_sentences(output, right).float().mean().item()


@torch.no_grad()
def written(model: nn.Module, batch: Batch) -> torch.Tensor:
    """Greedy output (sentence, token), at most one token longer than the longest right one with its END:
    two words more where END is never written."""
    return greedy(model, batch.source, max_length=batch.target.shape[1])


def translated(
    output: torch.Tensor, task: Task, examples: Sequence[Example], target: Vocabulary
) -> float:
    """BLEU, 0 to 100, of the tokens that were written for these examples: see `BLEU_COUNTS`. A word that
    the model does not know matches nothing."""
    sentences = [task.words(target.decode(row)) for row in output.tolist()]
    return bleu(sentences, [[task.words(example.target)] for example in examples]).score


def right_sentences(output: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """Which outputs are right to the last token; both (sentence, ≤ target), → bool (sentence,)."""
    width = max(output.shape[1], right.shape[1])
    return (_widen(output, width) == _widen(right, width)).all(-1)


def exact_match_by_length(model: nn.Module, task: Any, lengths: Iterable[int]) -> list[dict]:
    """Exact match on rows of each length, to see what lies beyond the lengths of training.

    For tasks whose examples can be made at any length. "exact_match" is None where the model refuses
    the length, as one with learned positions does.
    """
    words = Vocabulary(task.source_words), Vocabulary(task.target_words)
    scores = []
    for length in lengths:
        examples = task.of_length(length)
        try:
            score = exact_match(model, Batch.of(examples, *words))
        except ValueError:  # no vector for a position so far out
            score = None
        scores.append({"length": length, "exact_match": score, "sentences": len(examples)})
    return scores


@torch.no_grad()
def alignment(model: nn.Module, batch: Batch, cross: Map = CROSS) -> float:
    """The share of target words at which the last layer of the cross-attention, averaged over its
    heads, looks most at the source word that it renders.

    Row t of the map belongs to the input token t and predicts word t, so it is compared with the
    alignment of word t.
    """
    layer = cross.layers(model)[-1]
    with record(model, f"{layer}.weights") as trace:
        model(batch.source, batch.target[:, :-1])
    looked_at = cross.weights(trace, layer).mean(1).argmax(-1)  # (batch, target)
    known = batch.alignment[:, : looked_at.shape[1]]
    real = known >= 0
    return (looked_at == known)[real].float().mean().item()


@torch.no_grad()
def referent(model: Any, batch: Batch, *probes: str) -> dict[tuple[str, int], dict[str, float]]:
    """How well encoder heads link *it* to its noun, over the sentences that have one: of each head of
    these probes, by (probe, head). The sentences are read once.

    `right`: the noun that *it* stands for gets more weight than the other noun. `strongest`: it gets
    more than every other word. `mass`: its mean weight. Nothing where no sentence has an *it*.
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
    """Of all heads of the encoder the one that most often links *it* to the right noun, with its
    place, what `referent` says of it, and the number of sentences; None where no sentence has an *it*.
    """
    places = {f"{layer}.weights": number for number, layer in enumerate(encoder.layers(model))}
    heads = [
        {"layer": places[probe], "head": head, **scores}
        for (probe, head), scores in referent(model, batch, *places).items()
    ]
    best = max(heads, key=lambda head: head["right"], default=None)
    return best and best | {"sentences": int((batch.it >= 0).sum())}


def _widen(tokens: torch.Tensor, width: int) -> torch.Tensor:
    """Pad on the right; what follows END does not count."""
    wide = tokens.new_full((len(tokens), width), 0)
    wide[:, : tokens.shape[1]] = tokens
    after_end = (wide == END).cumsum(-1) - (wide == END).long() > 0
    return wide.masked_fill(after_end, 0)
