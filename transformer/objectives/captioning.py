"""The objective of captioners: translation from an image or video, with a score for its attention."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from transformer.objectives.batch import Batch
from transformer.objectives.loss import cross_entropy
from transformer.objectives.maps import Map
from transformer.objectives.objective import Vocabularies
from transformer.objectives.settings import LossSettings
from transformer.objectives.translation import Translation
from transformer.probe import probes, record
from transformer.tasks import Example, Task
from transformer.vocabulary import PAD

# For a word of a caption: its kind, and the positions that it describes, (place,) bool; or None.
Named = Callable[[Example, int], tuple[str, Tensor] | None]


class Captioning(Translation):
    """Trains like `Translation`. `refuse` raises an error for an invalid source; `places` are the names of the
    map's positions; `named` tells which of them a word describes."""

    def __init__(
        self,
        maps: Sequence[Map],
        refuse: Callable[[Sequence[str]], None],
        places: Sequence[str],
        named: Named,
    ):
        super().__init__(maps)
        self.look, self.refuse, self.places, self.named = maps[0], refuse, list(places), named

    def batch(self, examples: Sequence[Example], vocabularies: Vocabularies) -> Batch:
        for example in examples:
            self.refuse(example.source)
        return super().batch(examples, vocabularies)

    def loss(
        self,
        model: nn.Module,
        batch: Batch,
        settings: LossSettings,
        generator: torch.Generator | None = None,
    ) -> tuple[Tensor, Tensor | None]:
        """The cross-entropy of the next word; if positions are sampled, with REINFORCE's gradient."""
        drawn = f"{self.look.layers(model)[0]}.drawn"
        if not model.training or drawn not in probes(model):
            return super().loss(model, batch, settings, generator)
        with record(model, drawn, gradients=True) as trace:
            logits = self.run(model, batch)
        right = batch.target[:, 1:]
        log_p = -nn.functional.cross_entropy(logits.mT, right, ignore_index=PAD, reduction="none")
        lots = reinforce(log_p.detach(), torch.stack(trace[drawn], dim=1), right != PAD)
        # The value is the cross-entropy only, so that curves can be compared.
        return cross_entropy(logits, right, settings.smoothing) + lots - lots.detach(), None

    def side_labels(self, batch: Batch, vocabularies: Vocabularies) -> dict[str, list[str]]:
        return super().side_labels(batch, vocabularies) | {self.look.columns: self.places}

    def measure(self, model: nn.Module, task: Task, vocabularies: Vocabularies) -> dict[str, Any]:
        batch = self.batch(task.held_out, vocabularies)
        inside = self.inside(model, task.held_out, batch)
        return super().measure(model, task, vocabularies) | {"inside": inside}

    @torch.no_grad()
    def inside(
        self, model: nn.Module, examples: Sequence[Example], batch: Batch
    ) -> dict[str, float]:
        """The total weight on the positions that a word describes, by kind of word, and their fraction of all
        positions ("size")."""
        with record(model, "decoder.attention.weights") as trace:
            model(batch.source, batch.target[:, :-1])
        weights = self.look.weights(trace, "decoder.attention")[:, 0]  # (example, word, place)
        by_kind: dict[str, list[float]] = {}
        for row, example in enumerate(examples):
            for number in range(len(example.target)):
                if about := self.named(example, number):
                    kind, there = about
                    by_kind.setdefault(kind, []).append(weights[row, number, there].sum().item())
                    by_kind.setdefault("size", []).append(there.float().mean().item())
        return {kind: sum(values) / len(values) for kind, values in by_kind.items()}


def reinforce(log_p: Tensor, drawn: Tensor, real: Tensor) -> Tensor:
    """A term with REINFORCE's gradient of the expected loss (Williams 1992): a sample becomes more probable if the
    log p from there on is better than average.

    log_p (batch, target) log p of each correct word, drawn (batch, target) that of each sample, real (batch, target) → ().
    """
    ahead = log_p.flip(1).cumsum(1).flip(1)  # (batch, target), of this word and all after it
    # The baseline is the mean over the batch; it includes each image, so the gradient is 1/batch smaller.
    better = ahead - ahead.mean(0)
    return -(better * drawn * real).sum() / real.sum()
