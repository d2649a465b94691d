"""Your exercise: from token numbers to vectors, and back to logits with the same table.

The constructor is given. Write `forward`, then `scores`, save this file, and run `check()` in the
notebook or look at the exercise box in the app. Both re-read this file every time.
"""

import math  # noqa: F401  math.sqrt will be useful

import torch  # noqa: F401
from torch import Tensor, nn

from transformer.probe import Probe
from transformer.registry import find


class MyEmbedding(nn.Module):
    """A table with one row per word, used twice: to embed words and to compute their logits."""

    def __init__(
        self,
        vocabulary: int,
        d_model: int,
        position: str = "sinusoidal",
        max_length: int = 64,
        dropout: float = 0.0,
    ):
        super().__init__()
        self.d_model = d_model
        self.table = nn.Embedding(vocabulary, d_model)  # self.table.weight: (vocabulary, d_model)
        # self.position(length, start) gives the vectors of `length` positions from `start` on:
        # (length, d_model).
        self.position = find("position", position)(d_model, max_length)
        self.dropout = nn.Dropout(dropout)
        # A probe (hook point) returns its value unchanged, so that checks and figures can read it.
        self.tokens = Probe("batch position d_model")
        self.positions = Probe("position d_model")
        self.sum = Probe("batch position d_model")

    def forward(self, tokens: Tensor, start: int = 0) -> Tensor:
        """Turn tokens (batch, position), integers, into vectors (batch, position, d_model).

        `start`, the position of the first token, is not 0 if earlier words were already read.
        """
        # 1  tokens: look up one row of the table for each number, times √d_model
        #    → (batch, position, d_model). Pass it through its probe: words = self.tokens(...)
        # 2  positions: the vectors of these positions → (position, d_model), through self.positions
        # 3  sum: add both, pass the sum through self.sum and then through self.dropout
        raise NotImplementedError("forward is still to be written")

    def scores(self, vectors: Tensor) -> Tensor:
        """Turn vectors (…, d_model) into logits (…, vocabulary) with the same table."""
        # Each logit is the dot product of the vector with one row of the table, as it is stored.
        raise NotImplementedError("scores is still to be written")
