"""How well a model continues repeated sequences, by the length of the period."""

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
    """Sequences of one period: the accuracy from the second repetition on, and one example as the model wrote
    it."""

    period: int
    right: float
    row: tuple[str, ...]
    predicted: tuple[
        str, ...
    ]  # the most probable character at each position, given all earlier ones


def by_period(trained: Trained, periods: Sequence[int] = PERIODS, rows: int = ROWS) -> list[Period]:
    """Measure new sequences of each period, including periods that training did not contain."""
    results = []
    task: Any = trained.task  # of the repeat task, which can generate any period
    for period in periods:
        examples = task.of_period(period, rows)
        batch = trained.family.objective.batch(examples, trained.vocabularies)
        share = repeated_right(trained.model, batch, repeated(examples))
        row = examples[0].target
        results.append(Period(period, share, row, tuple(guesses(trained, row))))
    return results


def first_layer_limited(
    trained: Trained, allowed: Callable[[torch.Tensor], torch.Tensor], rows: int = 300
) -> float:
    """Return the accuracy on held-out repeats when the first layer may attend only to some positions. `allowed`
    gets how many positions back each key is, (query, key), and returns True or False for each."""
    examples = trained.task.held_out[:rows]
    batch = trained.family.objective.batch(examples, trained.vocabularies)

    def hide(scores: torch.Tensor) -> torch.Tensor:  # (batch, head, query, key)
        position = torch.arange(scores.shape[-1])
        back = position[:, None] - position  # (query, key)
        return scores.masked_fill(~allowed(back), -torch.inf)

    with replace(trained.model, {FIRST: hide}):
        return repeated_right(trained.model, batch, repeated(examples))


def repeated(examples: Sequence[Example]) -> torch.Tensor:
    """bool (batch, position): whether an earlier repetition determines the character."""
    return pad([[position >= 0 for position in e.alignment] for e in examples], False).bool()


@torch.no_grad()
def guesses(trained: Trained, row: Sequence[str]) -> list[str]:
    """Return the most probable character at each position of a sequence, given all characters before it."""
    examples = [Example((), tuple(row), ())]
    batch = trained.family.objective.batch(examples, trained.vocabularies)
    best = trained.model(batch.target[:, :-2]).argmax(-1)[0]  # (position,)
    return trained.target_vocabulary.decode(best.tolist(), specials=True)
