"""Layers with one part left out, to train a Transformer without it
(`lessons/ablations/measure/ablations.py`).

Each differs from the standard layer in one step. The probes stay, so every figure can show the values inside.
"""

import torch
from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.layers import Residual
from transformer.probe import Probe
from transformer.variants import variant


@variant("attention", "unscaled")
class Unscaled(MultiHeadAttention):
    """softmax(Q Kᵀ) V: the scores are not divided by √d_k."""

    def scale(self, scores: Tensor, d_k: int) -> Tensor:
        return self.scaled(scores)  # as they are


@variant("attention", "unmasked")
class Unmasked(MultiHeadAttention):
    """No causal mask: a word may attend to later words. Padding stays masked in the encoder."""

    no_promise = dict.fromkeys(  # checks in transformer/contracts
        ("no future leak", "cached equals full"), "this layer reveals later words on purpose"
    )

    def attention_mask(self, mask: Tensor | None, scores: Tensor) -> Tensor | None:
        # The causal mask is (query, key); a padding mask has an axis for the sentence as well.
        causal = mask is not None and mask.dim() == 2
        return None if causal else super().attention_mask(mask, scores)


@variant("attention", "one_head_less")
class OneHeadLess(MultiHeadAttention):
    """The first of several heads is computed, but its output is dropped."""

    def merge(self, x: Tensor) -> Tensor:
        if self.heads > 1:
            # x (batch, head, query, d_v)
            x = torch.cat((torch.zeros_like(x[:, :1]), x[:, 1:]), dim=1)
        return super().merge(x)  # (batch, query, d_model)


@variant("feed_forward", "none")
class NoFeedForward(nn.Module):
    """Adds nothing: only the residual of the sub-layer is left."""

    no_promise = {"gradients reach every parameter": "it passes nothing on, so no gradient returns"}

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0):
        super().__init__()
        self.output = Probe("batch position d_model")

    def forward(self, x: Tensor) -> Tensor:
        return self.output(torch.zeros_like(x))  # (batch, position, d_model)


@variant("residual", "none")
class NoResidual(Residual):
    """sublayer(x) instead of x + sublayer(x)."""

    def add(self, x: Tensor, change: Tensor) -> Tensor:
        return self.sum(change)  # (batch, position, d_model)


@variant("norm", "none")
class NoNorm(nn.Identity):
    """Returns every vector unchanged, whatever the arguments."""
