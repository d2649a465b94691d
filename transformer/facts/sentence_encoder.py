"""A sentence as one vector: the sum of its word vectors, weighted by position."""

import torch
from torch import Tensor, nn

from transformer.vocabulary import PAD

# Standard deviation of the initialization; with the usual 0.1, one training run in four stays uniform.
SPREAD = 0.3


class Table(nn.Module):
    """One of the matrices A, C: a vector for each word, and one for the age of a fact."""

    def __init__(self, words: int, times: int, d_model: int):
        super().__init__()
        self.words = nn.Embedding(words, d_model)
        self.times = nn.Embedding(times, d_model) if times else None
        for weight in self.parameters():
            nn.init.normal_(weight, std=SPREAD)

    def forward(self, sentence: Tensor, ago: Tensor | None = None) -> Tensor:
        """sentence (…, word) → the sum of its word vectors, weighted by position (…, d_model), plus the vector of the
        age `ago` (…,) in facts."""
        words = self.words(sentence)  # (…, word, d_model)
        read = (place_weights((sentence != PAD).sum(-1), *words.shape[-2:]) * words).sum(-2)
        return read if self.times is None or ago is None else read + self.times(ago)


def place_weights(length: Tensor, words: int, d_model: int) -> Tensor:
    """Position encoding: the weight of each component of each word, (…, word, d_model), in sentences of `length`
    (…,) words; 0 after the end. Word j of J, component k of d, counted from 1: (1 − j/J) − (k/d) (1 − 2j/J)."""
    length = length[..., None, None]  # (…, 1, 1)
    j = torch.arange(1, words + 1, device=length.device)[:, None]  # (word, 1)
    share = j / length.clamp(min=1)  # (…, word, 1), j/J
    k = torch.arange(1, d_model + 1, device=length.device) / d_model  # (d_model,), k/d
    return ((1 - share) - k * (1 - 2 * share)) * (j <= length)
