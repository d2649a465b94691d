"""A recurrent encoder-decoder with additive attention (Bahdanau et al. 2015), as a reader would add it."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer import families
from transformer.families import Family, Map
from transformer.objectives.translation import Translation
from transformer.probe import Probe
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class GRUConfig:
    source_vocabulary: int
    target_vocabulary: int
    hidden: int = 32


class Additive(nn.Module):
    """score = v · tanh(W state + U memory): where one state looks."""

    def __init__(self, d: int):
        super().__init__()
        self.query, self.key, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, 1)
        self.weights = Probe("batch source")

    def forward(self, state: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        """state (batch, d), memory (batch, source, d) → (batch, d)."""
        pairs = torch.tanh(self.query(state)[:, None] + self.key(memory))  # (batch, source, d)
        scores = self.v(pairs).squeeze(-1).masked_fill(~mask, -torch.inf)
        weights = self.weights(scores.softmax(-1))  # (batch, source)
        return (weights[:, None] @ memory).squeeze(1)


class GRU(nn.Module):
    def __init__(self, config: GRUConfig):
        super().__init__()
        self.config, d = config, config.hidden
        self.reads = nn.Embedding(config.source_vocabulary, d)
        self.writes = nn.Embedding(config.target_vocabulary, d)
        self.encoder = nn.GRU(d, d // 2, batch_first=True, bidirectional=True)
        self.decoder = nn.GRUCell(2 * d, d)
        self.attention = Additive(d)
        self.out = nn.Linear(2 * d, config.target_vocabulary)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """source (batch, source), target (batch, target) → logits (batch, target, vocabulary)."""
        writing = self.start_decoding(source)
        return torch.stack([writing.read(token) for token in target.unbind(1)], 1)

    def start_decoding(self, source):
        return Writing(self, source)


class Writing:
    def __init__(self, model: GRU, source: Tensor):
        self.model, self.mask = model, source != PAD  # (batch, source)
        self.memory = model.encoder(model.reads(source))[0]  # (batch, source, d)
        self.state = self.memory.new_zeros(len(source), model.config.hidden)

    def read(self, token: Tensor) -> Tensor:
        """token (batch,) → logits of the next (batch, vocabulary)."""
        context = self.model.attention(self.state, self.memory, self.mask)  # (batch, d)
        seen = torch.cat((self.model.writes(token), context), -1)
        self.state = self.model.decoder(seen, self.state)
        return self.model.out(torch.cat((self.state, context), -1))

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        return [self.read(token) for token in tokens.unbind(1)][-1].log_softmax(-1)

    def select(self, rows: Tensor) -> None:
        self.state, self.memory, self.mask = self.state[rows], self.memory[rows], self.mask[rows]


MAPS = (Map("alignment", "attention", rows="target", columns="source"),)
FAMILY = families.add(Family("gru", GRUConfig, GRU, Translation(MAPS), MAPS))
