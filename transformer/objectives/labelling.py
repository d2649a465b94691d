"""The objective of models that write nothing: each example has one label, a class or an answer of one word."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from transformer.objectives.objective import Objective
from transformer.tasks import Example
from transformer.vocabulary import PAD, Vocabulary

if TYPE_CHECKING:
    from transformer.training.settings import Settings


class Labelling(Objective):
    """Teaches a model whose `run` gives the score of each label, (batch, label); its batch has `label` (batch,)."""

    score = "accuracy"

    def loss(
        self,
        model: nn.Module,
        batch: Any,
        settings: "Settings",
        generator: torch.Generator | None = None,
    ) -> tuple[Tensor, None]:
        scores = self.run(model, batch)  # (batch, label)
        return cross_entropy(scores, batch.label, label_smoothing=settings.smoothing), None

    def scores(self, model: nn.Module, batch: Any) -> dict[str, float]:
        right = self.run(model, batch).argmax(-1) == batch.label
        return {"accuracy": right.float().mean().item()}


def labels(examples: Sequence[Example], vocabulary: Vocabulary) -> Tensor:
    """(batch,): the label is the first word of the target; PAD where none is known, as of a typed text."""
    return torch.tensor([vocabulary.encode(e.target)[0] if e.target else PAD for e in examples])
