"""An end-to-end memory network (Sukhbaatar et al. 2015): a question looks at facts, and then looks again.

A fact is in the memory twice, once to be found and once to be read: m by the matrix A, c by C. The question is
u = B q. One hop: p = softmax(uᵀ m), o = Σ p c, and the next one begins with u + o. At last â = softmax(W u).
Hops share: A of the next hop is C of this one (“adjacent”), and B is the first A.
"""

from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor, nn

from transformer.config import check
from transformer.families.family import Family
from transformer.objectives.answering import Answering
from transformer.objectives.maps import Map
from transformer.probe import Probe
from transformer.vocabulary import PAD

SPREAD = (
    0.3  # of the start values; with the usual 0.1 one training in four stays at uniform weights
)


@dataclass(frozen=True)
class MemoryConfig:
    """`time`: whether a fact says how long ago it was told; then the memory holds so many `facts` at most."""

    source_vocabulary: int
    target_vocabulary: int
    d_model: int = 32
    hops: int = 3
    time: bool = True
    facts: int = 10

    def __post_init__(self) -> None:
        check(self)


class Table(nn.Module):
    """One of the matrices A, C: a vector for each word, and one for how long ago a fact was told."""

    def __init__(self, words: int, times: int, d_model: int):
        super().__init__()
        self.words = nn.Embedding(words, d_model)
        self.times = nn.Embedding(times, d_model) if times else None
        for weight in self.parameters():
            nn.init.normal_(weight, std=SPREAD)

    def forward(self, sentence: Tensor, ago: Tensor | None = None) -> Tensor:
        """sentence (…, word) → the sum of its words, each weighed by its place (…, d_model); and of how many facts
        `ago` (…,) it was told."""
        words = self.words(sentence)  # (…, word, d_model)
        read = (place_weights((sentence != PAD).sum(-1), *words.shape[-2:]) * words).sum(-2)
        return read if self.times is None or ago is None else read + self.times(ago)


def place_weights(length: Tensor, words: int, d_model: int) -> Tensor:
    """How much each number of each word counts, (…, word, d_model), in sentences of `length` (…,) words; 0 behind
    their end. Word j of J, number k of d, from 1 on: (1 − j/J) − (k/d) (1 − 2j/J)."""
    length = length[..., None, None]  # (…, 1, 1)
    j = torch.arange(1, words + 1, device=length.device)[:, None]  # (word, 1)
    share = j / length.clamp(min=1)  # (…, word, 1), j/J
    k = torch.arange(1, d_model + 1, device=length.device) / d_model  # (d_model,), k/d
    return ((1 - share) - k * (1 - 2 * share)) * (j <= length)


class Hop(nn.Module):
    """One look at all facts."""

    def __init__(self) -> None:
        super().__init__()
        self.match, self.weights = Probe("batch fact"), Probe("batch fact")
        self.found, self.next = Probe("batch d_model"), Probe("batch d_model")

    def forward(self, u: Tensor, m: Tensor, c: Tensor, real: Tensor) -> Tensor:
        """u (batch, d_model), m and c (batch, fact, d_model) → the next u. `real` (batch, fact): no padding."""
        match = self.match((m @ u[..., None]).squeeze(-1))  # (batch, fact), uᵀ m
        weights = self.weights(match.masked_fill(~real, -torch.inf).softmax(-1))
        o = self.found((weights[:, None] @ c).squeeze(1))  # (batch, d_model)
        return self.next(u + o)


class Memory(nn.Module):
    """Facts and a question → the score of each answer."""

    def __init__(self, config: MemoryConfig):
        super().__init__()
        self.config, c = config, config
        sizes = c.source_vocabulary, c.facts if c.time else 0, c.d_model
        self.tables = nn.ModuleList(Table(*sizes) for _ in range(c.hops + 1))
        self.hops = nn.ModuleList(Hop() for _ in range(c.hops))
        self.answer = nn.Linear(c.d_model, c.target_vocabulary, bias=False)  # W
        self.question, self.memory = Probe("batch d_model"), Probe("table batch fact d_model")
        self.logits = Probe("batch answer")

    def forward(self, facts: Tensor, asked: Tensor) -> Tensor:
        """facts (batch, fact, word), asked (batch, word) → (batch, answer)"""
        real = (facts != PAD).any(-1)  # (batch, fact)
        if self.config.time and (spare := facts.shape[1] - (most := self.config.facts)) > 0:
            raise ValueError(
                f"these are {most + spare} facts, and the memory holds {most}: take {spare} away, or train one with facts={most + spare}"
            )
        ago = real.sum(-1, keepdim=True) - real.cumsum(-1)  # (batch, fact)
        memory = self.memory(torch.stack([table(facts, ago) for table in self.tables]))
        u = self.question(self.tables[0](asked))  # (batch, d_model)
        for hop, (m, c) in zip(self.hops, pairwise(memory), strict=True):
            u = hop(u, m, c, real)
        return self.logits(self.answer(u))


FACTS = Map("facts", "hops.{}", rows="question", columns="facts")
FAMILY = Family("memory", MemoryConfig, Memory, Answering(FACTS), (FACTS,))
