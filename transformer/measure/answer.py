"""What a trained model answers to one sentence, and what happens inside while it reads its answer."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import nn

from transformer.decoding import greedy
from transformer.probe import Trace, record
from transformer.tasks import Example
from transformer.vocabulary import END, PAD


@torch.no_grad()
def written(trained, ids: Sequence[int], max_length: int = 64) -> list[int]:
    """The tokens that a model writes, greedily, END last if it ended: an answer to the sentence `ids`,
    or what comes after it where the model reads nothing else.

    `trained` is what `transformer.weights.load` returns. Raises ValueError where the model refuses
    the sentence: learned positions have an end.
    """
    given = torch.tensor([list(ids)])  # (1, word)
    room = min(max_length, last_position(trained.model) - (0 if trained.reads else len(ids)))
    if trained.reads:
        return greedy(trained.model, given, room)[0].tolist()
    nothing = torch.empty(1, 0, dtype=torch.long)
    return greedy(trained.model, nothing, room, prompt=given)[0].tolist()


def last_position(model: nn.Module) -> float:
    """The last position, START at 0, that a model can read: learned ones have an end, formulas none."""
    tables = (p for name, p in model.named_parameters() if name.endswith("position.table"))
    return min((len(table) - 1 for table in tables), default=math.inf)


@dataclass(frozen=True)
class Answer:
    """An answer, and the recorded forward pass in which the model reads it."""

    tokens: list[int]  # written, END last if it ended
    inside: list[int]  # the same without END
    words: list[str]  # and these as words
    trace: Trace


def answer(trained, ids: Sequence[int]) -> Answer:
    """Let a model answer, or go on with, the sentence `ids`; then one forward pass over both."""
    tokens = written(trained, ids)
    inside = [token for token in tokens if token not in (END, PAD)]
    words = trained.target_vocabulary.decode(inside)
    return Answer(tokens, inside, words, reading(trained, ids, [inside]))


@torch.no_grad()
def reading(trained, ids: Sequence[int], texts: Sequence[Sequence[int]], *probes: str) -> Trace:
    """A recorded forward pass in which the model reads the sentence `ids` and, a row each, these texts of
    its own, as in training: whatever its family. All probes, if none is named."""
    sides = trained.source_vocabulary, trained.target_vocabulary
    given, begun = (sides[0].decode(ids), []) if trained.reads else ([], sides[1].decode(ids))
    examples = [Example(tuple(given), (*begun, *sides[1].decode(text)), ()) for text in texts]
    objective = trained.family.objective
    with record(trained.model, *probes) as trace:
        objective.run(trained.model, objective.batch(examples, sides))
    return trace
