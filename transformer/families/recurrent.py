"""Recurrent encoder-decoders: what translated before the Transformer did, without and with attention.

Two families, since one has maps and the other none: `recurrent` (Sutskever et al. 2014; Cho et al. 2014)
keeps a sentence in one state, `recurrent_attention` (Bahdanau et al. 2015; Luong et al. 2015) looks at all.
Both are a conditional language model: p(y|x) = ∏ p(y_t | y_<t, x).
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer.config import check
from transformer.families.family import Family
from transformer.objectives.maps import Map
from transformer.objectives.translation import Translation
from transformer.probe import Probe
from transformer.recurrent import (
    CELLS,
    DECODERS,
    Reader,
    RecurrentWriter,
    WordVectors,
    Written,
)
from transformer.vocabulary import PAD

SOURCES = ("forwards", "backwards", "twice")


@dataclass(frozen=True)
class RecurrentConfig:
    """`source` is the order in which the sentence is read: backwards and twice are what helped before there
    was attention (Sutskever et al. 2014; Zaremba and Sutskever 2014)."""

    source_vocabulary: int
    target_vocabulary: int
    cell: str = "gru"
    hidden: int = 64
    embedding: int = 64
    layers: int = 1
    both_ways: bool = False
    open_gate: float = 0.0
    source: str = "forwards"

    def __post_init__(self) -> None:
        check(self)
        for name, known in (("cell", CELLS), ("source", SOURCES)):
            if (value := getattr(self, name)) not in known:
                raise ValueError(f"{name} is '{value}'; choose one of {', '.join(known)}")


@dataclass(frozen=True)
class LookingConfig(RecurrentConfig):
    """The same with attention: `decoder` looks before its state moves ("bahdanau") or after ("luong")."""

    decoder: str = "bahdanau"
    score: str = "additive"

    def __post_init__(self) -> None:
        super().__post_init__()
        if (looking := [n for n, d in DECODERS.items() if d.looks]) and self.decoder not in looking:
            raise ValueError(f"decoder is '{self.decoder}'; choose one of {', '.join(looking)}")


class Recurrent(RecurrentWriter):
    """A reader, a writer, and a matrix between the state of the one and the other's."""

    def __init__(self, config: RecurrentConfig):
        super().__init__()
        self.config, c, cell = config, config, CELLS[config.cell]
        width = c.hidden * (2 if c.both_ways else 1)
        self.source_embedding = WordVectors(c.source_vocabulary, c.embedding)
        self.target_embedding = WordVectors(c.target_vocabulary, c.embedding)
        self.encoder = Reader(cell, c.embedding, c.hidden, c.layers, c.both_ways, c.open_gate)
        self.bridge = nn.Linear(width, c.hidden) if c.both_ways else nn.Identity()
        decoder = DECODERS[getattr(c, "decoder", "plain")]
        score = getattr(c, "score", "")
        self.decoder = decoder(cell, c.embedding, c.hidden, width, c.layers, c.open_gate, score)
        self.words = nn.Linear(c.hidden, c.target_vocabulary)
        self.logits = Probe("batch target vocabulary")

    def encode(self, source: Tensor) -> Written:
        """source (batch, source) → what the writer begins with."""
        order = {"backwards": source.flip(1), "twice": torch.cat((source, source), dim=1)}
        given = order.get(self.config.source, source)
        memory, last = self.encoder(self.source_embedding(given), given != PAD)
        if self.config.source == "backwards":
            memory = memory.flip(1)  # place j belongs to word j again
        memory = memory[:, -source.shape[1] :]  # (batch, source, width)
        layers = [tuple(self.bridge(part) for part in state) for state in last]
        return Written(layers, memory, source != PAD, torch.zeros_like(layers[-1][0]))


MAPS = (Map("alignment", "decoder.attention", rows="target", columns="source"),)
PLAIN = Family("recurrent", RecurrentConfig, Recurrent, Translation())
LOOKING = Family("recurrent_attention", LookingConfig, Recurrent, Translation(MAPS), MAPS)
