"""An encoder that gives each sentence a label, as a reader would add it: here, does a letter repeat?"""

import random
from dataclasses import dataclass

from torch import Tensor, nn

from transformer import families, tasks
from transformer.config import TransformerConfig
from transformer.embeddings import Embedding
from transformer.families import Family
from transformer.masks import padding
from transformer.model import Encoder
from transformer.objectives.labelling import Labelling, labels
from transformer.objectives.maps import ENCODER
from transformer.objectives.rows import BaseBatch, pad
from transformer.tasks import Example, Task
from transformer.vocabulary import PAD


class LabelConfig(TransformerConfig):
    """The sizes of an encoder; nothing is decoded."""


class Labeller(nn.Module):
    def __init__(self, config: LabelConfig):
        super().__init__()
        self.config = config
        self.embedding = Embedding(config.source_vocabulary, config)
        self.encoder = Encoder(config, config.encoder_layers)
        self.out = nn.Linear(config.d_model, config.target_vocabulary)

    def forward(self, source: Tensor) -> Tensor:
        """source (batch, source) → the score of each label, (batch, label)."""
        x = self.encoder(self.embedding(source), padding(source, PAD))
        real = (source != PAD)[..., None]
        return self.out((x * real).sum(1) / real.sum(1))


@dataclass(frozen=True)
class Labelled(BaseBatch):
    source: Tensor  # (batch, source)
    label: Tensor  # (batch,)


class OneLabel(Labelling):
    def batch(self, examples, words):
        source = pad([words[0].encode(e.source) for e in examples], PAD)
        return Labelled(source, labels(examples, words[1]))

    def run(self, model, batch):
        return model(batch.source)


def task() -> Task:
    """Rows of letters; the label says whether one of them stands there twice."""
    generator, rows = random.Random(0), {}
    while len(rows) < 600:
        row = tuple(generator.choices("abcdefgh", k=generator.randint(2, 5)))
        rows[row] = Example(row, ("twice" if len(set(row)) < len(row) else "once",), ())
    made = tuple(rows.values())
    return Task(
        "repeats", "Does a letter repeat?", ("a b a", "a b c"), lambda: (made[100:], made[:100])
    )


FAMILY = families.add(Family("labeller", LabelConfig, Labeller, OneLabel(), (ENCODER,)))
tasks.add("repeats", task)
