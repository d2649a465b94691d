"""Your exercise: multi-head attention.

The constructor is given. Write `forward`, save this file, then run `check()` in the notebook or look
at the exercise box in the app. Both re-read this file every time.
"""

import math  # noqa: F401  math.sqrt and math.inf will be useful

import torch  # noqa: F401
from torch import Tensor, nn

from transformer.probe import Probe


class MyAttention(nn.Module):
    """Several heads in parallel. Self-attention is `layer(x, x)`, cross-attention `layer(x, memory)`."""

    def __init__(self, d_model: int, heads: int, dropout: float = 0.0):
        super().__init__()
        self.heads = heads
        self.d_k = d_model // heads  # the size of one head
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, d_model)
        self.W_V = nn.Linear(d_model, d_model)
        self.W_O = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)
        # A probe (hook point) returns its value unchanged, so that checks and figures can read it.
        self.query = Probe("batch head query d_k")
        self.key = Probe("batch head key d_k")
        self.value = Probe("batch head key d_v")
        self.scores = Probe("batch head query key")
        self.scaled = Probe("batch head query key")
        self.masked = Probe("batch head query key")
        self.weights = Probe("batch head query key")
        self.head_output = Probe("batch head query d_v")
        self.output = Probe("batch query d_model")

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor | None = None) -> Tensor:
        """Turn x (batch, query, d_model) and memory (batch, key, d_model) into (batch, query, d_model).

        `mask` is None or a boolean tensor, True = may attend; it broadcasts to (…, query, key).
        """
        # 1  Compute queries from x, keys and values from memory. Split each into heads:
        #    (batch, position, d_model) → (batch, head, position, d_k).
        #    Pass each through its probe: query = self.query(...), and so on.
        # 2  scores: dot product of each query with each key → (batch, head, query, key)
        # 3  scaled: the scores divided by √d_k
        # 4  masked: −inf where the mask is False, if there is a mask
        # 5  weights: softmax, so that each query's weights over the keys sum to 1
        # 6  head_output: self.dropout(weights) times the values → (batch, head, query, d_v)
        # 7  output: concatenate the heads → (batch, query, d_model), then apply W_O
        raise NotImplementedError("forward is still to be written")
