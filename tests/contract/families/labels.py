"""An encoder that gives each sentence a label, as a reader would add it: here, does a letter repeat?"""

import random
from dataclasses import dataclass

from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from transformer import families
from transformer.config import TransformerConfig
from transformer.families import Family
from transformer.families.family import Objective
from transformer.families.maps import ENCODER
from transformer.families.rows import Rows, pad
from transformer.masks import padding
from transformer.model import Builder
from transformer.tasks import TASKS, Example, Task
from transformer.vocabulary import PAD


class LabelConfig(TransformerConfig):
    """The sizes of an encoder; nothing is decoded."""


class Labeller(nn.Module):
    def __init__(self, config: LabelConfig):
        super().__init__()
        self.config, build = config, Builder(config)
        self.embedding = build.embedding(config.source_vocabulary)
        self.encoder = build.encoder(config.encoder_layers)
        self.out = nn.Linear(config.d_model, config.target_vocabulary)

    def forward(self, source: Tensor) -> Tensor:
        """source (batch, source) → the score of each label, (batch, label)."""
        x = self.encoder(self.embedding(source), padding(source, PAD))
        real = (source != PAD)[..., None]
        return self.out((x * real).sum(1) / real.sum(1))


@dataclass(frozen=True)
class Labelled(Rows):
    source: Tensor  # (batch, source)
    label: Tensor  # (batch,)


class Labelling(Objective):
    score = "accuracy"

    def batch(self, examples, words):
        source, labels = words
        label = pad([labels.encode(e.target) for e in examples], PAD).squeeze(1)
        return Labelled(pad([source.encode(e.source) for e in examples], PAD), label)

    def run(self, model, batch):
        return model(batch.source)

    def loss(self, model, batch, settings, chance):
        return cross_entropy(model(batch.source), batch.label), None

    def scores(self, model, batch):
        right = model(batch.source).argmax(-1) == batch.label
        return {"accuracy": right.float().mean().item()}


def task() -> Task:
    """Rows of letters; the label says whether one of them stands there twice."""
    chance, rows = random.Random(0), {}
    while len(rows) < 600:
        row = tuple(chance.choices("abcdefgh", k=chance.randint(2, 5)))
        rows[row] = Example(row, ("twice" if len(set(row)) < len(row) else "once",), ())
    made = tuple(rows.values())
    return Task(
        "repeats", "Does a letter repeat?", ("a b a", "a b c"), lambda: (made[100:], made[:100])
    )


FAMILY = families.add(Family("labeller", LabelConfig, Labeller, Labelling(), (ENCODER,)))
TASKS["repeats"] = task
