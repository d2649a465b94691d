"""What a family of models learns: its batches, its loss, its scores, and what stands on the sides of its maps.

Whatever trains, resumes, scores or draws a model asks its objective, and knows no other thing about
what it learns.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import torch
from torch import Tensor, nn

from transformer.objectives.rows import Rows
from transformer.tasks import Example, Task
from transformer.vocabulary import Vocabulary

if TYPE_CHECKING:
    from transformer.training.settings import Settings

Vocabularies = tuple[Vocabulary, Vocabulary]  # of the source side, of the target side
B = TypeVar("B", bound=Rows)


class Objective(Generic[B]):
    """What a family learns, and how well it did: a class of its own, with these methods. `B` are its
    batches, `Rows` with the tensors that the family needs."""

    score = ""  # the one of `scores` that says how good a model is

    def batch(self, examples: Sequence[Example], vocabularies: Vocabularies) -> B:
        """Examples as tensors, one row each."""
        raise NotImplementedError

    def run(self, model: nn.Module, batch: B) -> Tensor:
        """One forward pass with the right answers given, as in training: what pictures look into."""
        raise NotImplementedError

    def sides(self, batch: B, vocabularies: Vocabularies) -> dict[str, list[str]]:
        """What the model is given, by the names of its fields in the batch, and what else its maps name
        as rows or columns: what stands there one after the other, in the first row of the batch.

        Here the words of `source` and `target`. Another objective names facts, pieces of a picture, or
        a [CLS] before the words: as many as the model has rows or columns there.
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
        settings: "Settings",
        generator: torch.Generator | None = None,
    ) -> tuple[Tensor, Tensor | None]:
        """The loss of a batch in nats, and another one that is added with `settings.guide.weight`, or
        None. `settings` are `training.Settings`; what is drawn by lot is drawn from `generator`.

        In several processes each of them reads its rows where `model(…)` is called, and what comes out has
        those of all. What is asked of the model otherwise, `model.encode(…)`, each computes for all rows."""
        raise NotImplementedError

    def scores(self, model: nn.Module, batch: B) -> dict[str, float]:
        """What is measured on held-out examples while a model trains, `score` among it."""
        raise NotImplementedError

    def scored(
        self,
        model: nn.Module,
        batch: B,
        task: Task,
        examples: Sequence[Example],
        vocabularies: Vocabularies,
    ) -> dict[str, float]:
        """`scores`, and what the task asks for besides; `examples` are those of the batch."""
        return self.scores(model, batch)

    def said(self, scores: dict[str, Any], examples: int) -> list[str]:
        """What was measured on so many examples, in lines for a terminal."""
        return [f"{n} {v:.4f}" for n, v in scores.items() if isinstance(v, float)]

    def looks(self, model: nn.Module, batch: B) -> dict[str, Callable[[], Any]]:
        """What can be said of where its heads look, by name, each to be computed."""
        return {}

    @torch.no_grad()
    def measure(self, model: nn.Module, task: Task, vocabularies: Vocabularies) -> dict[str, Any]:
        """All that a card says of the held-out examples."""
        batch = self.batch(task.held_out, vocabularies)
        scores = self.scored(model, batch, task, task.held_out, vocabularies)
        return {**scores, **measured(self.looks(model, batch))}


def measured(parts: dict[str, Callable[[], Any]]) -> dict[str, Any]:
    """Each part computed; one that this model does not let be measured becomes a sentence in
    "left_out", for example where a layer hands its weights to no probe."""
    values: dict[str, Any] = {}
    left_out = []
    for name, compute in parts.items():
        try:
            values[name] = compute()
        except (KeyError, ValueError, RuntimeError) as error:
            left_out.append(f"{name} was not measured: {error.args[0] if error.args else error}")
    return {**values, "left_out": left_out} if left_out else values
