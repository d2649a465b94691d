"""A recurrent encoder-decoder with additive attention (Bahdanau et al. 2015), as a reader would add it."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer import families
from transformer.families import Family, Map
from transformer.families.translation import Translation
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

    def encode(self, source: Tensor) -> Tensor:
        return self.encoder(self.reads(source))[0]  # (batch, source, d)

    def step(self, token: Tensor, state: Tensor, memory: Tensor, mask: Tensor):
        """token (batch,), state (batch, d) → logits (batch, vocabulary) and the next state."""
        context = self.attention(state, memory, mask)  # (batch, d)
        state = self.decoder(torch.cat((self.writes(token), context), -1), state)
        return self.out(torch.cat((state, context), -1)), state

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """source (batch, source), target (batch, target) → logits (batch, target, vocabulary)."""
        memory, mask, logits = self.encode(source), source != PAD, []
        state = memory.new_zeros(len(source), self.config.hidden)
        for token in target.unbind(1):
            scores, state = self.step(token, state, memory, mask)
            logits.append(scores)
        return torch.stack(logits, 1)

    def begin(self, source: Tensor) -> "Writing":
        return Writing(self, source)


class Writing:
    """One sentence a row, in the middle of being written."""

    def __init__(self, model: GRU, source: Tensor):
        self.model, self.mask, self.memory = model, source != PAD, model.encode(source)
        self.state = self.memory.new_zeros(len(source), model.config.hidden)

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        for token in tokens.unbind(1):
            logits, self.state = self.model.step(token, self.state, self.memory, self.mask)
        return logits.log_softmax(-1)

    def select(self, rows: Tensor) -> None:
        self.state, self.memory, self.mask = self.state[rows], self.memory[rows], self.mask[rows]


MAPS = (Map("alignment", "attention", rows="target", columns="source"),)
FAMILY = families.add(Family("gru", GRUConfig, GRU, Translation(MAPS), MAPS))
