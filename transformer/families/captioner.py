"""A captioner: convolutions make a map of a picture, an LSTM looks at it and writes what is there (Xu et al.
2015, "Show, attend and tell"). What it looks with is Bahdanau's attention, with 196 places instead of words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from transformer.config import check
from transformer.families.family import Family
from transformer.families.recurrent import Writing
from transformer.objectives.batch import Batch
from transformer.objectives.maps import Map
from transformer.objectives.objective import Vocabularies
from transformer.objectives.translation import Translation
from transformer.pictures import LOOKS, Seeing, places
from transformer.probe import Probe, record
from transformer.recurrent import LSTM, Bahdanau, WordVectors, Written
from transformer.tasks import Example, Task
from transformer.tasks.drawings import COLOURS, SHAPES, SIDE, refuse, where

PLACES = SIDE // 2  # along a side of the map


@dataclass(frozen=True)
class CaptionerConfig:
    """`look` is "soft", "even" (the mean of the map) or "hard" (the best place alone)."""

    source_vocabulary: int
    target_vocabulary: int
    channels: int = 4
    width: int = 48
    hidden: int = 64
    embedding: int = 24
    look: str = "soft"

    def __post_init__(self) -> None:
        check(self)
        if self.look not in LOOKS:
            raise ValueError(f"look is '{self.look}'; choose one of {', '.join(LOOKS)}")


class Captioner(nn.Module):
    def __init__(self, config: CaptionerConfig):
        super().__init__()
        self.config, c = config, config
        self.pixels = WordVectors(
            c.source_vocabulary, c.channels
        )  # a vector for each kind of pixel
        self.seeing = Seeing(c.channels, c.width)
        self.beginning = nn.Linear(c.width, 2 * c.hidden)
        self.target_embedding = WordVectors(c.target_vocabulary, c.embedding)
        self.decoder = Bahdanau(LSTM, c.embedding, c.hidden, c.width, score="additive")
        self.decoder.attention = LOOKS[c.look]("additive", c.hidden, c.width)
        self.words = nn.Linear(c.hidden, c.target_vocabulary)
        self.logits = Probe("batch target vocabulary")

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """source (batch, pixel), target (batch, target), which begins with START → (batch, target, vocabulary).
        Position t holds the scores for token t + 1."""
        past, vectors = self.encode(source), []
        for word in self.target_embedding(target).unbind(dim=1):
            vector, past = self.decoder(word, past)
            vectors.append(vector)
        return self.scores(torch.stack(vectors, dim=1))

    def encode(self, source: Tensor) -> Written:
        """source (batch, pixel) → what the writer begins with: a map, and a state made of its mean."""
        picture = self.pixels(source).mT.unflatten(
            2, (SIDE, SIDE)
        )  # (batch, channels, row, column)
        spots = places(self.seeing(picture))  # (batch, place, width), row after row
        state = self.beginning(spots.mean(dim=1)).tanh().chunk(2, dim=-1)  # h, c: (batch, hidden)
        everywhere = torch.ones_like(spots[..., 0], dtype=torch.bool)  # (batch, place)
        return Written([state], spots, everywhere, torch.zeros_like(state[0]))

    def scores(self, vectors: Tensor) -> Tensor:
        """vectors (batch, target, hidden) → a score for every word, (batch, target, vocabulary)."""
        return self.logits(self.words(vectors))

    def begin(self, source: Tensor) -> Writing:
        return Writing(self, source)  # type: ignore[arg-type]  # it has what Recurrent has


class Captioning(Translation):
    """Teaches it as a translator is taught; what its map looks at are places of the picture."""

    def batch(self, examples: Sequence[Example], vocabularies: Vocabularies) -> Batch:
        for example in examples:
            refuse(example.source)
        return super().batch(examples, vocabularies)

    def sides(self, batch: Batch, vocabularies: Vocabularies) -> dict[str, list[str]]:
        along = range(1, PLACES + 1)
        names = [f"row {row}, column {column}" for row in along for column in along]
        return super().sides(batch, vocabularies) | {"places": names}

    def measure(self, model: nn.Module, task: Task, vocabularies: Vocabularies) -> dict[str, Any]:
        found = super().measure(model, task, vocabularies)
        return found | {
            "inside": inside(model, task.held_out, self.batch(task.held_out, vocabularies))
        }


@torch.no_grad()
def inside(model: nn.Module, examples: Sequence[Example], batch: Batch) -> dict[str, float]:
    """How much of the weight lies in the box around the thing that is being named, when its colour and when its
    shape is written, and how much of the map that box is."""
    with record(model, "decoder.attention.weights") as trace:
        model(batch.source, batch.target[:, :-1])
    weights = MAPS[0].weights(trace, "decoder.attention")[:, 0]  # (example, word, place)
    found: dict[str, list[float]] = {"colour": [], "shape": [], "size": []}
    for row, example in enumerate(examples):
        between = "above" if "above" in example.target else "left"
        for number, word in enumerate(example.target):
            if kind := "colour" if word in COLOURS else "shape" if word in SHAPES else "":
                box = torch.from_numpy(where(example.source, number > 2, between, PLACES)).flatten()
                found[kind].append(weights[row, number, box].sum().item())
                found["size"].append(box.float().mean().item())
    return {name: sum(values) / len(values) for name, values in found.items()}


MAPS = (Map("look", "decoder.attention", rows="target", columns="places"),)
FAMILY = Family("captioner", CaptionerConfig, Captioner, Captioning(MAPS), MAPS)
