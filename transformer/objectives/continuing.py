"""The objective of autoregressive language models: predict the next token from all tokens before it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from transformer.objectives.loss import cross_entropy
from transformer.objectives.next_word import loss_mask
from transformer.objectives.objective import Objective, Vocabularies
from transformer.objectives.prompted import exact_after
from transformer.objectives.rows import BaseBatch, pad
from transformer.objectives.scheduled_sampling import self_written
from transformer.objectives.settings import LossSettings
from transformer.tasks import Example, Task
from transformer.vocabulary import END, PAD, START


@dataclass(frozen=True)
class TextBatch(BaseBatch):
    """target (batch, target): START, the tokens of a line, END; padded to the longest. given (batch,): how many of
    its tokens are a prompt."""

    columns = (("target",),)

    target: Tensor
    given: Tensor

    @property
    def learned(self) -> Tensor:
        """(batch, target − 1): the correct next token at each position, and PAD where nothing is learned: in the
        prompt and after the end of a line."""
        return self.target[:, 1:].where(loss_mask(self.target, self.given), PAD)


class Continuing(Objective[TextBatch]):
    """Trains a model that is called as `model(target)` → logits (batch, target, vocabulary)."""

    score = "next_right"

    def batch(self, examples: Sequence[Example], vocabularies: Vocabularies) -> TextBatch:
        lines = pad([[START, *vocabularies[1].encode(e.target), END] for e in examples], PAD)
        return TextBatch(lines, torch.tensor([e.given for e in examples]))

    def run(self, model: nn.Module, batch: TextBatch) -> Tensor:
        """Run the model; position t holds the logits for token t + 1."""
        return model(batch.target[:, :-1])  # (batch, target, vocabulary)

    def loss(
        self,
        model: nn.Module,
        batch: TextBatch,
        settings: LossSettings,
        generator: torch.Generator | None = None,
    ) -> tuple[Tensor, None]:
        before, after = batch.target[:, :-1], batch.learned
        if settings.scheduled_sampling:
            before = self_written(model, before, settings.scheduled_sampling, generator)
        return cross_entropy(model(before), after, settings.smoothing), None

    def scores(self, model: nn.Module, batch: TextBatch) -> dict[str, float]:
        return next_piece(model, batch)

    def task_scores(
        self,
        model: nn.Module,
        batch: TextBatch,
        task: Task,
        examples: Sequence[Example],
        vocabularies: Vocabularies,
    ) -> dict[str, float]:
        scores = self.scores(model, batch)
        repeats = [[position >= 0 for position in e.alignment] for e in examples]
        if any(map(any, repeats)):
            scores["repeated_right"] = repeated_right(model, batch, pad(repeats, False).bool())
        return scores

    def measure(self, model: nn.Module, task: Task, vocabularies: Vocabularies) -> dict[str, Any]:
        scores = super().measure(model, task, vocabularies)
        if exact := exact_after(model, task, vocabularies[1]):
            return {**scores, "exact_after": exact}  # n-gram counts cannot use a prompt
        counted = task.ngram_counts.losses([e.target for e in task.held_out])
        bits = {name: loss / math.log(2) for name, loss in counted.items()}
        return {**scores, "bits_by_counting": bits}

    def score_lines(self, scores: dict[str, Any], examples: int) -> list[str]:
        if exact := scores.get("exact_after"):
            lines = [f"exact match after {kind}  {share:.4f}" for kind, share in exact.items()]
            return [
                *lines,
                f"next-token accuracy on {examples} held-out answers  {scores['next_right']:.4f}",
            ]
        counted = scores["bits_by_counting"]
        lines = [
            f"next-token accuracy on {examples} held-out lines  {scores['next_right']:.4f}",
            f"bits per token  {scores['bits']:.3f}; baselines: unigrams "
            f"{counted['frequencies']:.3f}, bigrams {counted['pairs']:.3f}",
        ]
        if (again := scores.get("repeated_right")) is not None:
            lines.insert(0, f"accuracy on repeated tokens  {again:.4f}")
        return lines


@torch.no_grad()
def next_piece(model: nn.Module, batch: TextBatch) -> dict[str, float]:
    """Scores on every token that is learned, END included, given the tokens before it: "next_right" is the
    accuracy of the most probable token; "bits" is the mean −log₂ p.
    "next_right": the share that the model finds the most probable; "bits": the mean −log₂ p of it.
    """
    right = batch.learned  # (batch, target) without START
    logits = model(batch.target[:, :-1])  # (batch, target, vocabulary)
    hits = (logits.argmax(-1) == right)[right != PAD]
    bits = cross_entropy(logits, right) / math.log(2)
    return {"next_right": hits.float().mean().item(), "bits": bits.item()}


@torch.no_grad()
def repeated_right(model: nn.Module, batch: TextBatch, repeated: Tensor) -> float:
    """The accuracy on the tokens marked in `repeated` (batch, target without START and END): those that an
    earlier part of the line determines."""
    right = batch.target[:, 1:-1]  # (batch, target)
    hits = model(batch.target[:, :-2]).argmax(-1) == right
    return hits[repeated].float().mean().item()
