"""An image captioner: convolutions compute a feature map, and an LSTM with attention writes the caption (Xu et
al. 2015, "Show, attend and tell"). The attention is Bahdanau's, with 196 positions instead of words.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer.config import check
from transformer.families.family import Family
from transformer.objectives.captioning import Captioning
from transformer.objectives.maps import Map
from transformer.pictures import ATTENTIONS, ImageEncoder, places
from transformer.probe import Probe
from transformer.recurrent import LSTM, Bahdanau, DecoderState, RecurrentWriter, WordVectors
from transformer.tasks import Example
from transformer.tasks.drawings import COLOURS, SHAPES, SIDE, refuse, where

PLACES = SIDE // 2  # along one side of the map


@dataclass(frozen=True)
class CaptionerConfig:
    """`look` is "soft", "even" (the mean of the map), "hard" (the argmax, straight-through) or "lot" (one sampled
    position, REINFORCE)."""

    source_vocabulary: int
    target_vocabulary: int
    channels: int = 4
    width: int = 48
    hidden: int = 64
    embedding: int = 24
    look: str = "soft"

    def __post_init__(self) -> None:
        check(self)
        if self.look not in ATTENTIONS:
            raise ValueError(f"look is '{self.look}'. Choose one of: {', '.join(ATTENTIONS)}.")


class Captioner(RecurrentWriter):
    def __init__(self, config: CaptionerConfig):
        super().__init__()
        self.config, c = config, config
        # A vector for each kind of pixel.
        self.pixels = WordVectors(c.source_vocabulary, c.channels)
        self.seeing = self.sees(c)
        self.beginning = nn.Linear(c.width, 2 * c.hidden)
        self.target_embedding = WordVectors(c.target_vocabulary, c.embedding)
        self.decoder = Bahdanau(LSTM, c.embedding, c.hidden, c.width, score="additive")
        self.decoder.attention = ATTENTIONS[c.look]("additive", c.hidden, c.width)
        self.words = nn.Linear(c.hidden, c.target_vocabulary)
        self.logits = Probe("batch target vocabulary")

    def encode(self, source: Tensor) -> DecoderState:
        """source (batch, pixel) → the decoder's start: the feature map, and a state computed from its mean."""
        spots = self.places(self.pixels(source))  # (batch, place, width)
        state = self.beginning(spots.mean(dim=1)).tanh().chunk(2, dim=-1)  # h, c: (batch, hidden)
        everywhere = torch.ones_like(spots[..., 0], dtype=torch.bool)  # (batch, place)
        return DecoderState([state], spots, everywhere, torch.zeros_like(state[0]))

    def sees(self, config: CaptionerConfig) -> nn.Module:
        """Build the part that reads the pixels."""
        return ImageEncoder(config.channels, config.width)

    def places(self, pixels: Tensor) -> Tensor:
        """pixels (batch, pixel, channels) → the positions of the map, row by row: (batch, place, width)."""
        return places(self.seeing(pixels.mT.unflatten(2, (SIDE, SIDE))))


def thing(example: Example, number: int) -> tuple[str, Tensor] | None:
    """For a word that names a colour or a shape: its kind, and the box around the object."""
    word = example.target[number]
    if word not in (*COLOURS, *SHAPES):
        return None
    between = "above" if "above" in example.target else "left"
    box = where(example.source, number > 2, between, PLACES)
    return "colour" if word in COLOURS else "shape", torch.from_numpy(box).flatten()


SPOTS = [f"row {r}, column {c}" for r in range(1, PLACES + 1) for c in range(1, PLACES + 1)]
MAPS = (Map("look", "decoder.attention", rows="target", columns="places"),)
OBJECTIVE = Captioning(MAPS, refuse, SPOTS, thing)
FAMILY = Family("captioner", CaptionerConfig, Captioner, OBJECTIVE, MAPS)
