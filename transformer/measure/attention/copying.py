"""How well a model goes on with rows that repeat, by the length of a round."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from transformer.objectives.continuing import repeated_right
from transformer.objectives.rows import pad
from transformer.probe import replace
from transformer.tasks import Example
from transformer.weights import Trained

FIRST = "decoder.layers.0.self_attention.masked"
PERIODS = range(6, 25)
ROWS = 60


@dataclass(frozen=True)
class Period:
    """Rows of one period: the share right from the second round on, and one row as it was written."""

    period: int
    right: float
    row: tuple[str, ...]
    said: tuple[str, ...]  # the most probable character at each position, all before it known


def by_period(trained: Trained, periods: Sequence[int] = PERIODS, rows: int = ROWS) -> list[Period]:
    """New rows of each period, whether or not training had it."""
    found = []
    task: Any = trained.task  # of repeats, which can be made of any period
    for period in periods:
        examples = task.of_period(period, rows)
        batch = trained.family.objective.batch(examples, trained.vocabularies)
        share = repeated_right(trained.model, batch, repeated(examples))
        row = examples[0].target
        found.append(Period(period, share, row, tuple(guesses(trained, row))))
    return found


def first_layer_limited(
    trained: Trained, allowed: Callable[[torch.Tensor], torch.Tensor], rows: int = 300
) -> float:
    """The share of held-out repeats that is found when the first layer may look at some places only:
    `allowed` gets how many places back each key stands, (query, key), and says True or False for each."""
    examples = trained.task.held_out[:rows]
    batch = trained.family.objective.batch(examples, trained.vocabularies)

    def hide(scores: torch.Tensor) -> torch.Tensor:  # (batch, head, query, key)
        position = torch.arange(scores.shape[-1])
        back = position[:, None] - position  # (query, key)
        return scores.masked_fill(~allowed(back), -torch.inf)

    with replace(trained.model, {FIRST: hide}):
        return repeated_right(trained.model, batch, repeated(examples))


def repeated(examples: Sequence[Example]) -> torch.Tensor:
    """bool (batch, position): whether an earlier round tells what stands there."""
    return pad([[position >= 0 for position in e.alignment] for e in examples], False).bool()


@torch.no_grad()
def guesses(trained: Trained, row: Sequence[str]) -> list[str]:
    """The most probable character at each position of a row, when all before it are known."""
    examples = [Example((), tuple(row), ())]
    batch = trained.family.objective.batch(examples, trained.vocabularies)
    best = trained.model(batch.target[:, :-2]).argmax(-1)[0]  # (position,)
    return trained.target_vocabulary.decode(best.tolist(), specials=True)
