"""Kinds of attention over a feature map: soft, uniform, and hard (argmax or sampled)."""

import torch
from torch import Tensor

from transformer.pictures.places import summary
from transformer.probe import Probe
from transformer.recurrent.writing import AttentionModule


class Uniform(AttentionModule):
    """Uniform attention: all scores are equal, so the context vector is the mean of the map."""

    def score(self, state: Tensor, memory: Tensor) -> Tensor:
        """state (batch, 1, hidden), memory (batch, place, width) → zeros (batch, 1, place)."""
        return super().score(state, memory) * 0


class Hard(AttentionModule):
    """Hard attention to the position with the largest weight. The argmax has no gradient, so the gradient of the
    soft weights is used (straight-through: Bengio et al. 2013)."""

    def forward(self, state: Tensor, memory: Tensor, words: Tensor) -> Tensor:
        """state (batch, hidden), memory (batch, place, width), words (batch, place) → (batch, width)."""
        energies = self.energies(self.score(state[:, None], memory)[:, 0])  # (batch, place)
        soft = energies.masked_fill(~words, -torch.inf).softmax(dim=-1)
        weights = self.weights(
            best_place(soft) + (soft - soft.detach())
        )  # 1 at one position, 0 at all others
        return self.context(summary(weights, memory))


class StochasticHard(Hard):
    """Stochastic hard attention: in training, one position is sampled with its weight as probability, and REINFORCE
    adjusts the probabilities (Williams 1992; `objectives/captioning.py`). In evaluation it takes the argmax."""

    def __init__(self, score: str, hidden: int, width: int):
        super().__init__(score, hidden, width)
        self.drawn = Probe("batch")  # log of the weight of the sampled position

    def forward(self, state: Tensor, memory: Tensor, words: Tensor) -> Tensor:
        """state (batch, hidden), memory (batch, place, width), words (batch, place) → (batch, width)."""
        if not self.training:
            return super().forward(state, memory, words)
        energies = self.energies(self.score(state[:, None], memory)[:, 0])  # (batch, place)
        shares = energies.masked_fill(~words, -torch.inf).log_softmax(dim=-1)
        lots = torch.multinomial(shares.exp().detach(), 1)  # (batch, 1)
        self.drawn(shares.gather(-1, lots)[:, 0])
        weights = self.weights(torch.zeros_like(shares).scatter(-1, lots, 1.0))
        return self.context(summary(weights, memory))


def best_place(weights: Tensor) -> Tensor:
    """1 at the largest weight, 0 at all others; without gradient. (…, place) → the same shape."""
    return torch.zeros_like(weights).scatter(-1, weights.argmax(-1, keepdim=True), 1.0)


ATTENTIONS: dict[str, type[AttentionModule]] = {
    "soft": AttentionModule,
    "even": Uniform,
    "hard": Hard,
    "lot": StochasticHard,
}
