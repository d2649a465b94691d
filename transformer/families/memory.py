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
from transformer.facts import Hop, Table
from transformer.families.family import Family
from transformer.objectives.answering import Answering
from transformer.objectives.maps import Map
from transformer.probe import Probe
from transformer.vocabulary import PAD


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
