"""Recurrent encoder–decoders, used for translation before the Transformer, without and with attention.

There are two families, because only one has attention maps: `recurrent` (Sutskever et al. 2014; Cho et al.
2014) keeps a sentence in one state; `recurrent_attention` (Bahdanau et al. 2015; Luong et al. 2015) attends
to all states. Both are conditional language models: p(y|x) = ∏ p(y_t | y_<t, x).
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
    DecoderState,
    RecurrentEncoder,
    RecurrentWriter,
    WordVectors,
)
from transformer.vocabulary import PAD

SOURCES = ("forwards", "backwards", "twice")


@dataclass(frozen=True)
class RecurrentConfig:
    """`source` is the reading order of the sentence; before attention, reading backwards or twice improved
    results (Sutskever et al. 2014; Zaremba and Sutskever 2014)."""

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
        for name, choices in (("cell", CELLS), ("source", SOURCES)):
            if (value := getattr(self, name)) not in choices:
                raise ValueError(f"{name} is '{value}'. Choose one of: {', '.join(choices)}.")


@dataclass(frozen=True)
class RecurrentAttentionConfig(RecurrentConfig):
    """With attention: `decoder` attends before its state update ("bahdanau") or after it ("luong")."""

    decoder: str = "bahdanau"
    score: str = "additive"

    def __post_init__(self) -> None:
        super().__post_init__()
        if (
            looking := [n for n, d in DECODERS.items() if d.has_attention]
        ) and self.decoder not in looking:
            raise ValueError(f"decoder is '{self.decoder}'. Choose one of: {', '.join(looking)}.")


class Recurrent(RecurrentWriter):
    """An encoder, a decoder, and a matrix that maps the encoder's last state to the decoder's first."""

    def __init__(self, config: RecurrentConfig):
        super().__init__()
        self.config, c, cell = config, config, CELLS[config.cell]
        width = c.hidden * (2 if c.both_ways else 1)
        self.source_embedding = WordVectors(c.source_vocabulary, c.embedding)
        self.target_embedding = WordVectors(c.target_vocabulary, c.embedding)
        self.encoder = RecurrentEncoder(
            cell, c.embedding, c.hidden, c.layers, c.both_ways, c.open_gate
        )
        self.bridge = nn.Linear(width, c.hidden) if c.both_ways else nn.Identity()
        decoder = DECODERS[getattr(c, "decoder", "plain")]
        score = getattr(c, "score", "")
        self.decoder = decoder(cell, c.embedding, c.hidden, width, c.layers, c.open_gate, score)
        self.words = nn.Linear(c.hidden, c.target_vocabulary)
        self.logits = Probe("batch target vocabulary")

    def encode(self, source: Tensor) -> DecoderState:
        """source (batch, source) → the decoder's initial state and memory."""
        order = {"backwards": source.flip(1), "twice": torch.cat((source, source), dim=1)}
        tokens = order.get(self.config.source, source)
        memory, last = self.encoder(self.source_embedding(tokens), tokens != PAD)
        if self.config.source == "backwards":
            memory = memory.flip(1)  # position j belongs to word j again
        memory = memory[:, -source.shape[1] :]  # (batch, source, width)
        layers = [tuple(self.bridge(part) for part in state) for state in last]
        return DecoderState(layers, memory, source != PAD, torch.zeros_like(layers[-1][0]))


MAPS = (Map("alignment", "decoder.attention", rows="target", columns="source"),)
PLAIN = Family("recurrent", RecurrentConfig, Recurrent, Translation())
WITH_ATTENTION = Family(
    "recurrent_attention", RecurrentAttentionConfig, Recurrent, Translation(MAPS), MAPS
)
