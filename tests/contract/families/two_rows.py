"""A BERT of a reader's own: an encoder that reads two segments after a [CLS], guesses masked words, and gives a
label, with its task: does the second row of letters repeat the first?"""

import random
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from transformer import families, tasks
from transformer.config import TransformerConfig
from transformer.embeddings import Embedding
from transformer.families import Family, Map
from transformer.masks import padding
from transformer.model import Encoder
from transformer.objectives.labelling import Labelling, labels
from transformer.objectives.rows import BaseBatch, pad
from transformer.tasks import Example, Task
from transformer.vocabulary import PAD

CLS, SEP, MASK = "[CLS]", "[SEP]", "[MASK]"


class TwoRowsConfig(TransformerConfig):
    """The sizes of an encoder; nothing is decoded."""


class TwoRows(nn.Module):
    def __init__(self, config: TwoRowsConfig):
        super().__init__()
        self.config = config
        self.embedding = Embedding(config.source_vocabulary, config)
        self.segment = nn.Embedding(3, config.d_model)  # padding, the first, the second
        self.encoder = Encoder(config, config.encoder_layers)
        self.label = nn.Linear(config.d_model, config.target_vocabulary)

    def forward(self, tokens: Tensor, segments: Tensor) -> Tensor:
        """tokens, segments (batch, position) → the score of each label, (batch, label)."""
        return self.label(self.read(tokens, segments)[:, 0])

    def read(self, tokens: Tensor, segments: Tensor) -> Tensor:
        """→ (batch, position, d_model)"""
        x = self.embedding(tokens) + self.segment(segments)
        return self.encoder(x, padding(tokens, PAD))


@dataclass(frozen=True)
class Segmented(BaseBatch):
    tokens: Tensor  # (batch, position), [CLS] … [SEP] … [SEP]
    segments: Tensor  # (batch, position)
    label: Tensor  # (batch,)
    mask: Tensor  # (batch, 1), the number of [MASK]


class Masking(Labelling):
    def batch(self, examples, words):
        source = words[0]
        rows = [(CLS, *e.source, SEP) for e in examples]
        ends = [row.index(SEP) + 1 for row in rows]
        segments = [[1] * end + [2] * (len(row) - end) for row, end in zip(rows, ends, strict=True)]
        mask = torch.tensor([source.encode([MASK])] * len(rows))
        tokens = pad([source.encode(row) for row in rows], PAD)
        return Segmented(tokens, pad(segments, 0), labels(examples, words[1]), mask)

    def run(self, model, batch):
        return model(batch.tokens, batch.segments)

    def side_labels(self, batch, words):
        segments = ["–AB"[number] for number in batch.segments[0]]
        return {"tokens": words[0].decode(batch.tokens[0], specials=True), "segments": segments}

    def loss(self, model, batch, settings, generator):
        drawn = torch.rand(batch.tokens.shape, generator=generator).to(batch.tokens.device)
        hidden = (drawn < 0.15) & (batch.tokens > batch.mask)  # no mark, no padding
        x = model.read(torch.where(hidden, batch.mask, batch.tokens), batch.segments)
        scores, right = model.embedding.scores(x[hidden]), batch.tokens[hidden]
        words = cross_entropy(scores, right, reduction="sum") / hidden.sum().clamp(1)
        return cross_entropy(model.label(x[:, 0]), batch.label) + words, None


class Pairs(Task):
    family = "two_rows"
    source_words = (CLS, SEP, MASK, *"abcdef")

    def split(self, text):
        return text.lower().replace("/", f" {SEP} ").split()


def task(seed: int = 0) -> Task:
    rng, rows = random.Random(seed), {}
    while len(rows) < 600:
        first, other = (tuple(rng.choices("abcdef", k=rng.randint(2, 4))) for _ in range(2))
        second = rng.choice((first, other))
        label = "same" if first == second else "other"
        rows[first, second] = Example((*first, SEP, *second), (label,), ())
    made = tuple(rows.values())
    return Pairs("two_rows", "The same again?", ("a b / a b",), lambda: (made[100:], made[:100]))


MAPS = (Map("self", "encoder.layers.{}.self_attention", rows="tokens", columns="tokens"),)
FAMILY = families.add(Family("two_rows", TwoRowsConfig, TwoRows, Masking(), MAPS))
tasks.add("two_rows", task)
