"""An end-to-end memory network (Sukhbaatar et al. 2015): a question attends to facts in several hops.

Each fact is stored twice: as m (matrix A) for matching and as c (matrix C) for the output. The question is
u = B q. One hop: p = softmax(uᵀ m), o = Σ p c; the next hop starts with u + o. The answer is â = softmax(W u).
Adjacent weight tying: A of the next hop is C of this one, and B is the first A.
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
    """`time`: whether facts have a temporal encoding; the memory then holds at most `facts` facts."""

    source_vocabulary: int
    target_vocabulary: int
    d_model: int = 32
    hops: int = 3
    time: bool = True
    facts: int = 10

    def __post_init__(self) -> None:
        check(self)


class Memory(nn.Module):
    """Facts and a question in, logits of the answers out."""

    def __init__(self, config: MemoryConfig):
        super().__init__()
        self.config, c = config, config
        sizes = c.source_vocabulary, c.facts if c.time else 0, c.d_model
        self.tables = nn.ModuleList(Table(*sizes) for _ in range(c.hops + 1))
        self.hops = nn.ModuleList(Hop() for _ in range(c.hops))
        self.answer = nn.Linear(c.d_model, c.target_vocabulary, bias=False)  # W
        self.question, self.memory = Probe("batch d_model"), Probe("table batch fact d_model")
        self.logits = Probe("batch answer")

    def forward(self, facts: Tensor, question: Tensor) -> Tensor:
        """facts (batch, fact, word), question (batch, word) → (batch, answer)"""
        real = (facts != PAD).any(-1)  # (batch, fact)
        if self.config.time and (spare := facts.shape[1] - (most := self.config.facts)) > 0:
            raise ValueError(
                f"the story has {most + spare} facts, but the memory holds only {most}: "
                f"remove {spare}, or train with facts={most + spare}."
            )
        ago = real.sum(-1, keepdim=True) - real.cumsum(-1)  # (batch, fact)
        memory = self.memory(torch.stack([table(facts, ago) for table in self.tables]))
        u = self.question(self.tables[0](question))  # (batch, d_model)
        for hop, (m, c) in zip(self.hops, pairwise(memory), strict=True):
            u = hop(u, m, c, real)
        return self.logits(self.answer(u))


FACTS = Map("facts", "hops.{}", rows="question", columns="facts")
FAMILY = Family("memory", MemoryConfig, Memory, Answering(FACTS), (FACTS,))
