"""The parts of a layer: LayerNorm, feed-forward, the residual around them, and the two layers."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from transformer.attention import KeyValueCache
from transformer.probe import Probe


def layer_norm(x: Tensor, weight: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    """LayerNorm as its formula reads (Ba et al. 2016): over the features of each position.

    The variance is the biased one (÷ d_model), and ε stands inside the root. The model runs torch's
    fused `nn.LayerNorm`, which a test holds equal to this; written out it takes a step 1.4 × as long.
    """
    mean = x.mean(-1, keepdim=True)  # (batch, position, 1)
    variance = (x - mean).square().mean(-1, keepdim=True)  # (batch, position, 1)
    return weight * (x - mean) / torch.sqrt(variance + eps) + bias


class FeedForward(nn.Module):
    """Two linear maps with a ReLU between, the same at every position (Vaswani 2017, section 3.3)."""

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0):
        super().__init__()
        self.expand = nn.Linear(d_model, d_ff)
        self.contract = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)
        for matrix in (self.expand, self.contract):
            nn.init.xavier_uniform_(matrix.weight)
            nn.init.zeros_(matrix.bias)
        self.hidden = Probe("batch position d_ff")
        self.output = Probe("batch position d_model")

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.hidden(self.expand(x).relu())  # (batch, position, d_ff)
        return self.output(self.contract(self.dropout(hidden)))  # (batch, position, d_model)


class Residual(nn.Module):
    """x + sublayer(x), with LayerNorm before the sub-layer ("pre") or after the sum ("post").

    The paper's order is "post"; "pre" (Xiong et al. 2020) trains without a long warm-up.
    """

    def __init__(
        self, d_model: int, norm_order: str, dropout: float = 0.0, norm: type = nn.LayerNorm
    ):
        super().__init__()
        self.norm = norm(d_model)
        self.pre = norm_order == "pre"
        self.dropout = nn.Dropout(dropout)
        self.normed = Probe("batch position d_model")
        self.sum = Probe("batch position d_model")

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """x (batch, position, d_model) → the same shape."""
        if self.pre:
            return self.sum(x + self.dropout(sublayer(self.normed(self.norm(x)))))
        return self.normed(self.norm(self.sum(x + self.dropout(sublayer(x)))))


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each inside a residual (section 3.1)."""

    def __init__(self, self_attention: nn.Module, feed_forward: nn.Module, residual: Callable):
        super().__init__()
        self.self_attention = self_attention
        self.feed_forward = feed_forward
        self.attention_residual = residual()
        self.feed_forward_residual = residual()

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        x = self.attention_residual(x, lambda y: self.self_attention(y, y, mask))
        return self.feed_forward_residual(x, self.feed_forward)  # (batch, position, d_model)


class LayerCache:
    """What one decoder layer keeps between steps."""

    def __init__(self):
        self.self_attention = KeyValueCache()
        self.cross_attention = KeyValueCache()


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention to the encoder's output, feed-forward (section 3.1)."""

    def __init__(
        self,
        self_attention: nn.Module,
        cross_attention: nn.Module,
        feed_forward: nn.Module,
        residual: Callable,
    ):
        super().__init__()
        self.self_attention = self_attention
        self.cross_attention = cross_attention
        self.feed_forward = feed_forward
        self.self_residual = residual()
        self.cross_residual = residual()
        self.feed_forward_residual = residual()

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: LayerCache | None = None,
    ) -> Tensor:
        """x (batch, target, d_model), memory (batch, source, d_model) → (batch, target, d_model)"""
        own = cache.self_attention if cache else None
        cross = cache.cross_attention if cache else None
        if cross is not None and cross.key is not None:
            memory = None  # its keys and values were computed at the first step
        x = self.self_residual(x, lambda y: self.self_attention(y, y, mask, own))
        x = self.cross_residual(x, lambda y: self.cross_attention(y, memory, memory_mask, cross))
        return self.feed_forward_residual(x, self.feed_forward)
