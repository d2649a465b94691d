"""The objective of entailment models: each pair of premise and hypothesis has a label."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from transformer.objectives.labelling import Labelling, labels
from transformer.objectives.maps import Map
from transformer.objectives.objective import Vocabularies
from transformer.objectives.rows import BaseBatch, pad
from transformer.probe import record
from transformer.tasks import Example
from transformer.tasks.stories import sentences
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class Pairs(BaseBatch):
    premise: Tensor  # (batch, word)
    hypothesis: Tensor  # (batch, word)
    label: Tensor  # (batch,)
    deciding: Tensor  # (batch,): the word of the premise that determines the label


class Entailing(Labelling):
    """Two sentences as words, with “.” between them. `maps` holds the attention map, if there is one."""

    def __init__(self, maps: tuple[Map, ...] = ()):
        self.maps = maps

    def batch(self, examples: Sequence[Example], vocabularies: Vocabularies) -> Pairs:
        read, named = vocabularies
        pairs = [sentences(e.source) for e in examples]
        if wrong := [len(parts) for parts in pairs if len(parts) != 2]:
            raise ValueError(
                "a premise and a hypothesis with “.” between them are required, but the number of sentences is "
                f"{wrong[0]}."
            )
        premise, hypothesis = (
            pad([read.encode(parts[n]) for parts in pairs], PAD) for n in range(2)
        )
        deciding = torch.tensor([e.alignment[0] if e.alignment else 0 for e in examples])
        return Pairs(premise, hypothesis, labels(examples, named), deciding)

    def run(self, model: nn.Module, batch: Pairs) -> Tensor:
        return model(batch.premise, batch.hypothesis)

    def side_labels(self, batch: Pairs, vocabularies: Vocabularies) -> dict[str, list[str]]:
        read = vocabularies[0]
        return {n: read.decode(getattr(batch, n)[0]) for n in ("premise", "hypothesis")}

    def map_scores(self, model: nn.Module, batch: Pairs) -> dict[str, Callable[[], Any]]:
        if not self.maps:
            return {}
        return {"on_deciding": lambda: self.on_deciding(model, batch)}

    def on_deciding(self, model: nn.Module, batch: Pairs) -> dict[str, float]:
        """At the last word of the hypothesis: the mean weight on the deciding word, and the fraction of pairs in which
        it has the largest weight."""
        (path,) = self.maps[0].layers(model)
        with torch.no_grad(), record(model, f"{path}.weights") as trace:
            self.run(model, batch)
        weights = self.maps[0].weights(trace, path)[:, 0]  # (batch, hypothesis, premise)
        last = (batch.hypothesis != PAD).sum(-1) - 1  # (batch,)
        at_last = weights[torch.arange(len(last)), last]  # (batch, premise)
        on_it = at_last.gather(1, batch.deciding[:, None])[:, 0]
        peak = at_last.argmax(-1) == batch.deciding
        return {"weight": on_it.mean().item(), "peak": peak.float().mean().item()}
