"""The objective of classifiers: each example has one label, a class or a one-word answer."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from transformer.objectives.objective import Objective
from transformer.objectives.settings import LossSettings
from transformer.tasks import Example
from transformer.vocabulary import PAD, Vocabulary


class Labelling(Objective):
    """Trains a model whose `run` gives the logits of the labels, (batch, label); its batch has `label` (batch,)."""

    score = "accuracy"

    def loss(
        self,
        model: nn.Module,
        batch: Any,
        settings: LossSettings,
        generator: torch.Generator | None = None,
    ) -> tuple[Tensor, None]:
        scores = self.run(model, batch)  # (batch, label)
        return cross_entropy(scores, batch.label, label_smoothing=settings.smoothing), None

    def scores(self, model: nn.Module, batch: Any) -> dict[str, float]:
        right = self.run(model, batch).argmax(-1) == batch.label
        return {"accuracy": right.float().mean().item()}


def labels(examples: Sequence[Example], vocabulary: Vocabulary) -> Tensor:
    """(batch,): the first word of the target is the label; PAD if it is unknown, as for a typed text."""
    return torch.tensor([vocabulary.encode(e.target)[0] if e.target else PAD for e in examples])
