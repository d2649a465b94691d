"""The objective of sequence-to-sequence models: translation, and the toy tasks."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from transformer.objectives.batch import Batch
from transformer.objectives.loss import cross_entropy, supervision_loss
from transformer.objectives.maps import Map
from transformer.objectives.objective import Objective, Vocabularies, measured
from transformer.objectives.scheduled_sampling import self_written
from transformer.objectives.scores import (
    BLEU_COUNTS,
    alignment,
    best_referent,
    exact_match,
    exact_match_by_length,
    forbidden_nouns,
    greedy_output,
    translated,
)
from transformer.objectives.settings import LossSettings
from transformer.probe import record
from transformer.tasks import Example, Task

LENGTHS = range(2, 25)  # lengths of letter sequences; training has 2 to 10


class Translation(Objective[Batch]):
    """Trains a model that is called as `model(source, target)` → logits (batch, target, vocabulary).

    Its maps from source to source words and from target to source words can be guided. They are measured
    where the correct alignment is known.
    """

    score = "exact_match"

    def __init__(self, maps: Sequence[Map] = ()):
        self.maps = {(m.rows, m.columns): m for m in maps}

    def batch(self, examples: Sequence[Example], vocabularies: Vocabularies) -> Batch:
        return Batch.from_examples(examples, *vocabularies)

    def run(self, model: nn.Module, batch: Batch) -> Tensor:
        """Run with teacher forcing; position t holds the logits for token t + 1."""
        return model(batch.source, batch.target[:, :-1])  # (batch, target, vocabulary)

    def loss(
        self,
        model: nn.Module,
        batch: Batch,
        settings: LossSettings,
        generator: torch.Generator | None = None,
    ) -> tuple[Tensor, Tensor | None]:
        """The cross-entropy of the next word and, if heads are guided, their auxiliary loss."""
        # Input and expected output.
        before, after = batch.target[:, :-1], batch.target[:, 1:]
        if settings.scheduled_sampling:
            reads = partial(model, batch.source)
            before = self_written(reads, before, settings.scheduled_sampling, generator)
        guide = settings.guide
        if guide is None:
            return cross_entropy(model(batch.source, before), after, settings.smoothing), None
        encoder, cross = self.maps["source", "source"], self.maps["target", "source"]
        among, across = encoder.layers(model)[guide.layer], cross.layers(model)[-1]
        with record(model, f"{among}.weights", f"{across}.weights", gradients=True) as trace:
            loss = cross_entropy(model(batch.source, before), after, settings.smoothing)
        off = supervision_loss(encoder.weights(trace, among)[:, guide.head], batch.nouns())
        return loss, off + supervision_loss(cross.weights(trace, across)[:, 0], batch.alignment)

    def scores(self, model: nn.Module, batch: Batch) -> dict[str, float]:
        return {"exact_match": exact_match(model, batch)}

    def task_scores(
        self,
        model: nn.Module,
        batch: Batch,
        task: Task,
        examples: Sequence[Example],
        vocabularies: Vocabularies,
    ) -> dict[str, float]:
        output = greedy_output(model, batch)
        scores = {"exact_match": exact_match(model, batch, output)}
        if task.translates:
            scores["bleu"] = translated(output, task, examples, vocabularies[1])
        return scores

    def measure(self, model: nn.Module, task: Task, vocabularies: Vocabularies) -> dict[str, Any]:
        scores = super().measure(model, task, vocabularies)
        if scores.get("it"):  # does the translation depend on the noun?
            batch, encoder = self.batch(task.held_out, vocabularies), self.maps["source", "source"]
            scores |= measured({"forbidden": lambda: forbidden_nouns(model, batch, encoder)})
        if "bleu" in scores:
            scores["bleu_counts"] = BLEU_COUNTS
        if hasattr(task, "of_length"):
            scores |= measured({"by_length": lambda: exact_match_by_length(model, task, LENGTHS)})
        return scores

    def score_lines(self, scores: dict[str, Any], examples: int) -> list[str]:
        lines = [f"exact match on {examples} held-out sentences  {scores['exact_match']:.4f}"]
        if "bleu" in scores:
            lines.append(
                f"BLEU of the same sentences  {scores['bleu']:.2f} ({scores['bleu_counts']})"
            )
        if "alignment" in scores:
            lines.append(f"cross-attention on the aligned word  {scores['alignment']:.4f}")
        if it := scores.get("it"):
            lines.append(
                f"it → right noun {it['right']:.4f}, strongest word {it['strongest']:.4f} "
                f"(layer {it['layer'] + 1}, head {it['head'] + 1}, {it['sentences']} sentences)"
            )
        return lines

    def map_scores(self, model: nn.Module, batch: Batch) -> dict[str, Callable[[], Any]]:
        """Return the scores of this family's attention maps, as functions that compute them."""
        parts: dict[str, Callable[[], Any]] = {}
        if (cross := self.maps.get(("target", "source"))) and (batch.alignment >= 0).any():
            parts["alignment"] = lambda: alignment(model, batch, cross)
        if (encoder := self.maps.get(("source", "source"))) and (batch.it >= 0).any():
            parts["it"] = lambda: best_referent(model, batch, encoder)
        return parts
