"""Textual entailment: two LSTMs read a premise and a hypothesis and predict a label (Rocktäschel et al. 2015).

The second LSTM starts with the last state of the first. With attention, each word h_t of the hypothesis attends
to all states Y of the premise: α_t = softmax(score), r_t = Y α_t + tanh(W_t r_(t−1)).
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer.config import check
from transformer.families.family import Family
from transformer.objectives.entailing import Entailing
from transformer.objectives.maps import Map
from transformer.probe import Probe
from transformer.recurrent import LSTM, WordVectors, read
from transformer.recurrent.writing import AttentionModule
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class EntailmentConfig:
    """A model without attention; without `premise`, it reads only the hypothesis."""

    source_vocabulary: int
    target_vocabulary: int
    hidden: int = 64
    embedding: int = 32
    open_gate: float = 1.0
    premise: bool = True

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True)
class EntailmentAttentionConfig(EntailmentConfig):
    """A model with attention. `score` is "additive", as in the paper, or "dot", divided by √hidden."""

    score: str = "dot"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.score not in (choices := ("additive", "dot")) or not self.premise:
            had = f"score is '{self.score}' and premise is {self.premise}"
            raise ValueError(f"{had}. Attention needs a premise and one of: {', '.join(choices)}.")


class WordByWord(AttentionModule):
    """Attends to the premise once for each word of the hypothesis."""

    def __init__(self, score: str, hidden: int):
        super().__init__("dot", hidden, hidden)
        self.kind = score
        four = (nn.Linear(hidden, hidden, bias=False) for _ in range(4))
        self.W_y, self.W_h, self.W_r, self.W_t = four
        if score == "additive":
            self.w = nn.Parameter(torch.randn(hidden) * hidden**-0.5)
        self.found = Probe("batch hidden")

    def score(self, state: Tensor, memory: Tensor) -> Tensor:
        """state (batch, 1, hidden), memory (batch, premise, hidden) → (batch, 1, premise)."""
        keys = self.W_y(memory)  # (batch, premise, hidden)
        if self.kind == "additive":  # wᵀ tanh(W_y y + W_h h_t + W_r r_(t−1))
            return (torch.tanh(keys + state) @ self.w)[:, None]
        return state @ keys.mT / keys.shape[-1] ** 0.5  # (W_h h_t + W_r r_(t−1))ᵀ W_y y / √hidden

    def read(self, h: Tensor, words: Tensor, Y: Tensor, real: Tensor) -> Tensor:
        """h (batch, hypothesis, hidden), Y (batch, premise, hidden), masks of real words → last r (batch, hidden)."""
        r = torch.zeros_like(h[:, 0])  # (batch, hidden)
        for t, h_t in enumerate(h.unbind(dim=1)):  # sequential: r_t needs r_(t−1)
            seen = self(self.W_h(h_t) + self.W_r(r), Y, real)  # (batch, hidden), Y α_t
            r = torch.where(words[:, t, None], self.found(seen + self.W_t(r).tanh()), r)
        return r


class Entailment(nn.Module):
    """A premise and a hypothesis in, logits of the labels out."""

    def __init__(self, config: EntailmentConfig):
        super().__init__()
        self.config, c = config, config
        self.embedding = WordVectors(c.source_vocabulary, c.embedding)
        if c.premise:
            self.first = LSTM(c.embedding, c.hidden, c.open_gate)
        self.second = LSTM(c.embedding, c.hidden, c.open_gate)
        if score := getattr(c, "score", ""):
            self.attention = WordByWord(score, c.hidden)
            self.W_p, self.W_x = (nn.Linear(c.hidden, c.hidden, bias=False) for _ in range(2))
            self.states = Probe("batch premise hidden")
            self.asking = Probe("batch hypothesis hidden")
        self.label = nn.Linear(c.hidden, c.target_vocabulary)
        self.logits = Probe("batch label")

    def forward(self, premise: Tensor, hypothesis: Tensor) -> Tensor:
        """premise (batch, premise), hypothesis (batch, hypothesis) → (batch, label)"""
        real, words, state = premise != PAD, hypothesis != PAD, None
        if self.config.premise:
            Y, state = read(self.first, self.embedding(premise), real)  # (batch, premise, hidden)
        h, (last, _) = read(self.second, self.embedding(hypothesis), words, state)
        if hasattr(self, "attention"):  # h* = tanh(W_p r + W_x h), of the last word
            r = self.attention.read(self.asking(h), words, self.states(Y), real)
            last = torch.tanh(self.W_p(r) + self.W_x(last))
        return self.logits(self.label(last))


MAPS = (Map("word_by_word", "attention", rows="hypothesis", columns="premise"),)
PLAIN = Family("entailment", EntailmentConfig, Entailment, Entailing())
WITH_ATTENTION = Family(
    "entailment_attention", EntailmentAttentionConfig, Entailment, Entailing(MAPS), MAPS
)
