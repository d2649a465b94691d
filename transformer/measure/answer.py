"""A trained model's answer to one sentence, and the values inside the model while it reads its answer."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from transformer.decoding import greedy, writes
from transformer.objectives.rows import BaseBatch
from transformer.probe import Trace, probes, record
from transformer.tasks import Example
from transformer.vocabulary import END, PAD
from transformer.weights import Trained

OPERATIONS, FEWEST = 2 * 10**9, 8  # limit for a generated continuation; minimum number of words


@torch.no_grad()
def greedy_answer(trained: Trained, ids: Sequence[int], max_length: int = 64) -> list[int]:
    """Return the tokens that a model generates greedily, with END last if it ended: the answer to the sentence
    `ids`, or its continuation for a decoder-only model. Returns [] for a model that generates nothing.

    `trained` is what `transformer.weights.load` returns. Raises ValueError where the model refuses the
    sentence, for example because it is longer than the learned positions.
    """
    if not writes(trained.model):
        return []
    tokens = torch.tensor([list(ids)])  # (1, word)
    most = room(trained, 0 if trained.reads else len(ids), max_length)
    if trained.reads:
        return greedy(trained.model, tokens, most)[0].tolist()
    nothing = torch.empty(1, 0, dtype=torch.long)
    return greedy(trained.model, nothing, most, prompt=tokens)[0].tolist()


def room(trained: Trained, begun: int, most: int) -> int:
    """Return how many words, at most `most`, a model may write for an image after `begun` words of its own
    text. Learned positions limit this number. A large decoder-only model gets only a few words: each word costs
    two operations per parameter, and such a text has no natural end."""
    if not isinstance(trained.model, nn.Module):  # a table: it has neither
        return most
    left = int(min(most, last_position(trained.model) - begun))
    cost = 2 * sum(p.numel() for p in trained.model.parameters())
    return left if trained.reads else min(left, max(FEWEST, OPERATIONS // cost))


def must_write(model: nn.Module) -> None:
    """Raise `ValueError` for a model that generates nothing and so has no answer to measure."""
    if not writes(model):
        kind = type(model).__name__
        raise ValueError(f"a {kind} generates no text, so it has no answer that could change")


def must_have(model: nn.Module, *names: str) -> None:
    """Raise `ValueError` for a model that lacks one of these probes."""
    there = probes(model)
    for name in names:
        if name not in there:
            raise ValueError(f"there is no probe {name} in this {type(model).__name__}")


def last_position(model: nn.Module) -> float:
    """Return the last position that a model can read, START at 0: infinite for positions given by a formula."""
    tables = (p for name, p in model.named_parameters() if name.endswith("position.table"))
    return min((len(table) - 1 for table in tables), default=math.inf)


@dataclass(frozen=True)
class Answer:
    """An answer, and the recorded forward pass in which the model reads it."""

    tokens: list[int]  # generated, END last if it ended
    inside: list[int]  # the same without END
    words: list[str]  # the same as words
    trace: Trace
    side_labels: dict[str, list[str]]  # the words on each side of the family's maps


@torch.no_grad()
def answer(trained: Trained, ids: Sequence[int], max_length: int = 64) -> Answer:
    """Let a model answer or continue the sentence `ids`, then record one forward pass over both."""
    tokens = greedy_answer(trained, ids, max_length)
    inside = [token for token in tokens if token not in (END, PAD)]
    words = trained.target_vocabulary.decode(inside)
    batch = batch_of(trained, ids, [inside])
    with record(trained.model) as trace:
        trained.family.objective.run(trained.model, batch)
    return Answer(tokens, inside, words, trace, side_labels_of(trained, batch))


@torch.no_grad()
def record_pass(
    trained: Trained, ids: Sequence[int], texts: Sequence[Sequence[int]], *probes: str
) -> Trace:
    """Record a forward pass in which the model reads the sentence `ids` and these texts of its own, one per
    row, as in training. Works for every family. Records all probes if none is named."""
    batch = batch_of(trained, ids, texts)
    with record(trained.model, *probes) as trace:
        trained.family.objective.run(trained.model, batch)
    return trace


def batch_of(trained: Trained, ids: Sequence[int], texts: Sequence[Sequence[int]]) -> Any:
    """Return the family's batch for the sentence `ids` and these texts of the model's own, one per row."""
    sides = trained.source_vocabulary, trained.target_vocabulary
    source, begun = (sides[0].decode(ids), []) if trained.reads else ([], sides[1].decode(ids))
    examples = [Example(tuple(source), (*begun, *sides[1].decode(text)), ()) for text in texts]
    return trained.family.objective.batch(examples, sides)


def side_labels_of(trained: Trained, batch: BaseBatch) -> dict[str, list[str]]:
    """Return the words on each side of the family's maps, for the first row of a batch. Raises `ValueError`
    where the objective does not name such a side."""
    family, words = trained.family, (trained.source_vocabulary, trained.target_vocabulary)
    sides = family.objective.side_labels(batch, words)
    for drawn in family.maps:
        if missing := {drawn.rows, drawn.columns} - sides.keys():
            raise ValueError(
                f"the map {drawn.name} of the family {family.name} goes from {drawn.rows} to {drawn.columns}, but "
                f"its objective’s method `side_labels` names no {' and no '.join(sorted(missing))}; it names "
                f"{', '.join(sides) or 'nothing'}"
            )
    return sides
