"""The objective of models that answer a question about a story: facts in, one word out."""

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
class Stories(BaseBatch):
    facts: Tensor  # (batch, fact, word)
    asked: Tensor  # (batch, word), the question
    label: Tensor  # (batch,), the answer
    needed: Tensor  # (batch, step): the supporting facts, in order


class Answering(Labelling):
    """Stories as words, with “.” between sentences; the last sentence is the question. `facts`: the map of the hops."""

    def __init__(self, facts: Map):
        self.facts = facts

    def batch(self, examples: Sequence[Example], vocabularies: Vocabularies) -> Stories:
        read, answers = vocabularies
        stories = [[read.encode(part) for part in sentences(e.source)] for e in examples]
        if min(map(len, stories)) < 2:
            raise ValueError(
                "a story must contain at least one fact, followed by “.”, and a question."
            )
        most = max(map(len, stories)) - 1
        facts = pad(
            [fact for story in stories for fact in [*story[:-1], *[[]] * (most + 1 - len(story))]],
            PAD,
        )
        needed = pad([getattr(e, "needed", ()) for e in examples], 0)
        facts = facts.view(len(stories), most, -1)  # (batch, fact, word)
        return Stories(
            facts, pad([story[-1] for story in stories], PAD), labels(examples, answers), needed
        )

    def run(self, model: nn.Module, batch: Stories) -> Tensor:
        return model(batch.facts, batch.asked)

    def side_labels(self, batch: Stories, vocabularies: Vocabularies) -> dict[str, list[str]]:
        facts = [" ".join(vocabularies[0].decode(fact)) for fact in batch.facts[0]]
        asked = vocabularies[0].decode(batch.asked[0])
        return {"facts": facts, "asked": asked, "question": [" ".join(asked)]}

    def map_scores(self, model: nn.Module, batch: Stories) -> dict[str, Callable[[], Any]]:
        return {"on_needed": lambda: self.on_needed(model, batch)}

    def on_needed(self, model: nn.Module, batch: Stories) -> list[list[float]]:
        """[hop][step]: the mean weight of each hop on each supporting fact."""
        paths = self.facts.layers(model)
        with torch.no_grad(), record(model, *[f"{path}.weights" for path in paths]) as trace:
            self.run(model, batch)
        weights = [
            self.facts.weights(trace, path)[:, 0, 0] for path in paths
        ]  # (batch, fact) of each hop
        return [weight.gather(1, batch.needed).mean(0).tolist() for weight in weights]
