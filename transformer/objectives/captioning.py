"""The objective of captioners: translation, from something that is seen; and where it looked."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from transformer.objectives.batch import Batch
from transformer.objectives.maps import Map
from transformer.objectives.objective import Vocabularies
from transformer.objectives.translation import Translation
from transformer.probe import record
from transformer.tasks import Example, Task

# Of a word of a caption: what kind of word it is, and which of the places it is about, (place,) bool; or None.
Named = Callable[[Example, int], tuple[str, Tensor] | None]


class Captioning(Translation):
    """Teaches it as a translator is taught. `refuse` raises for what is no source; `places` are the names of what
    its map looks at, of which `named` says where a word belongs."""

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

    def sides(self, batch: Batch, vocabularies: Vocabularies) -> dict[str, list[str]]:
        return super().sides(batch, vocabularies) | {self.look.columns: self.places}

    def measure(self, model: nn.Module, task: Task, vocabularies: Vocabularies) -> dict[str, Any]:
        batch = self.batch(task.held_out, vocabularies)
        inside = self.inside(model, task.held_out, batch)
        return super().measure(model, task, vocabularies) | {"inside": inside}

    @torch.no_grad()
    def inside(
        self, model: nn.Module, examples: Sequence[Example], batch: Batch
    ) -> dict[str, float]:
        """How much of the weight lies on the places that a word is about, by kind of word, and how much of all
        places these are ("size")."""
        with record(model, "decoder.attention.weights") as trace:
            model(batch.source, batch.target[:, :-1])
        weights = self.look.weights(trace, "decoder.attention")[:, 0]  # (example, word, place)
        found: dict[str, list[float]] = {}
        for row, example in enumerate(examples):
            for number in range(len(example.target)):
                if about := self.named(example, number):
                    kind, there = about
                    found.setdefault(kind, []).append(weights[row, number, there].sum().item())
                    found.setdefault("size", []).append(there.float().mean().item())
        return {kind: sum(values) / len(values) for kind, values in found.items()}
