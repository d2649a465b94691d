"""The interface of a training objective: batches, loss, scores, and the axes of attention maps.

Code that trains, resumes, scores or draws a model uses only this interface and knows nothing else about
the objective.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import torch
from torch import Tensor, nn

from transformer.objectives.rows import BaseBatch
from transformer.objectives.settings import LossSettings
from transformer.tasks import Example, Task
from transformer.vocabulary import Vocabulary

Vocabularies = tuple[Vocabulary, Vocabulary]  # of the source side, of the target side
B = TypeVar("B", bound=BaseBatch)


class Objective(Generic[B]):
    """Base class of objectives: a family implements these methods. `B` is the type of its batches, `BaseBatch` with
    the tensors that the family needs."""

    score = ""  # the key in `scores` that measures how good a model is

    def batch(self, examples: Sequence[Example], vocabularies: Vocabularies) -> B:
        """Examples as tensors, one row each."""
        raise NotImplementedError

    def run(self, model: nn.Module, batch: B) -> Tensor:
        """One forward pass with teacher forcing, as in training; figures record it."""
        raise NotImplementedError

    def side_labels(self, batch: B, vocabularies: Vocabularies) -> dict[str, list[str]]:
        """Return the labels of the first row of the batch by side: the model's inputs, under the names of their fields,
        and the other rows or columns of its maps.

        By default, these are the words of `source` and `target`. Another objective names facts, positions of an
        image, or a [CLS] before the words: as many labels as the model has rows or columns.
        """
        both = zip(("source", "target"), vocabularies, strict=True)
        return {
            side: vocabulary.decode(batch.read(side)[0], specials=True)
            for side, vocabulary in both
            if hasattr(batch, side)
        }

    def loss(
        self,
        model: nn.Module,
        batch: B,
        settings: LossSettings,
        generator: torch.Generator | None = None,
    ) -> tuple[Tensor, Tensor | None]:
        """The loss of a batch in nats, and an auxiliary loss that is multiplied by `settings.guide.weight`, or
        None. `settings` are `training.Settings`; random numbers come from `generator`.

        With several processes, each one computes its rows in `model(…)`, and the results of all are gathered.
        Other calls, such as `model.encode(…)`, are computed by each process for all rows."""
        raise NotImplementedError

    def scores(self, model: nn.Module, batch: B) -> dict[str, float]:
        """The scores that are measured on held-out examples during training, including `score`."""
        raise NotImplementedError

    def task_scores(
        self,
        model: nn.Module,
        batch: B,
        task: Task,
        examples: Sequence[Example],
        vocabularies: Vocabularies,
    ) -> dict[str, float]:
        """Return `scores` and further ones that the task requires; `examples` are those of the batch."""
        return self.scores(model, batch)

    def score_lines(self, scores: dict[str, Any], examples: int) -> list[str]:
        """Return the scores on `examples` examples as lines for a terminal."""
        return [f"{n} {v:.4f}" for n, v in scores.items() if isinstance(v, float)]

    def map_scores(self, model: nn.Module, batch: B) -> dict[str, Callable[[], Any]]:
        """Return the scores of its attention maps by name, as functions that compute them."""
        return {}

    @torch.no_grad()
    def measure(self, model: nn.Module, task: Task, vocabularies: Vocabularies) -> dict[str, Any]:
        """All scores on the held-out examples, for the card."""
        batch = self.batch(task.held_out, vocabularies)
        scores = self.task_scores(model, batch, task, task.held_out, vocabularies)
        return {**scores, **measured(self.map_scores(model, batch))}


def measured(parts: dict[str, Callable[[], Any]]) -> dict[str, Any]:
    """Compute each part. A part that cannot be measured on this model becomes a sentence in "left_out", for
    example if a layer passes its weights to no probe."""
    values: dict[str, Any] = {}
    left_out = []
    for name, compute in parts.items():
        try:
            values[name] = compute()
        except (KeyError, ValueError, RuntimeError) as error:
            left_out.append(f"{name} was not measured: {error.args[0] if error.args else error}")
    return {**values, "left_out": left_out} if left_out else values
