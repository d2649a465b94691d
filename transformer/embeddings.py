"""From token ids to vectors, and back to logits over the vocabulary with the same matrix."""

import math

import torch
from torch import Tensor, nn

from transformer.config import LayerConfig
from transformer.probe import Probe
from transformer.registry import find


class Embedding(nn.Module):
    """Token embeddings × √d_model, plus positional encodings (Vaswani et al. 2017, sections 3.4 and 3.5).

    The table is initialized with a standard deviation of 1/√d_model. After scaling, components are about 1
    in size, as large as the sines and cosines that are added. GPT and BERT do not scale.
    """

    def __init__(self, vocabulary: int, config: LayerConfig):
        super().__init__()
        c = config
        self.table = nn.Embedding(vocabulary, c.d_model)
        nn.init.normal_(self.table.weight, std=c.d_model**-0.5)
        self.scale = math.sqrt(c.d_model) if c.scale_embedding else 1.0
        self.position = find("position", c.position)(c.d_model, c.max_length)
        self.bias = nn.Parameter(torch.zeros(vocabulary)) if c.output_bias else None
        self.dropout = nn.Dropout(c.dropout)
        self.tokens = Probe("batch position d_model")
        self.positions = Probe("position d_model")
        self.sum = Probe("batch position d_model")

    def forward(self, tokens: Tensor, start: int = 0) -> Tensor:
        """tokens (batch, position) → vectors (batch, position, d_model); `start` is the first position."""
        tokens_only = self.tokens(self.table(tokens) * self.scale)  # (batch, position, d_model)
        positions = self.positions(self.position(tokens.shape[1], start))  # (position, d_model)
        return self.dropout(self.sum(tokens_only + positions))

    def scores(self, vectors: Tensor) -> Tensor:
        """Logits from the tied output matrix: (…, d_model) → (…, vocabulary)."""
        return nn.functional.linear(vectors, self.table.weight, self.bias)
