"""A sentence as one vector: the sum of its words, each weighed by its place."""

import torch
from torch import Tensor, nn

from transformer.vocabulary import PAD

# Of the start values; with the usual 0.1 one training in four stays at uniform weights.
SPREAD = 0.3


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
