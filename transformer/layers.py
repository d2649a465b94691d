"""The parts of a layer: feed-forward, LayerNorm, the residual, and the two layers made of them."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from transformer.cache import LayerCache
from transformer.probe import Probe
from transformer.registry import variant


@variant("feed_forward", "standard")
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
        """x (batch, position, d_model) → the same shape."""
        hidden = self.hidden(self.activate(self.expand(x)))  # (batch, position, d_ff)
        return self.output(self.contract(self.dropout(hidden)))  # (batch, position, d_model)

    def activate(self, x: Tensor) -> Tensor:
        """What each hidden number becomes, (batch, position, d_ff) → the same shape: here 0 if negative."""
        return x.relu()


def layer_norm(x: Tensor, weight: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    """Mean 0 and variance 1 over the features of each position, then scaled and moved (Ba et al. 2016).

    x (…, d_model), weight, bias (d_model,) → as x. The variance is ÷ d_model, and ε inside the root.
    """
    mean = x.mean(-1, keepdim=True)  # (…, 1)
    variance = (x - mean).square().mean(-1, keepdim=True)  # (…, 1)
    return weight * (x - mean) / torch.sqrt(variance + eps) + bias


@variant("norm", "standard")
class LayerNorm(nn.Module):
    """`layer_norm` with a weight and a bias that are learned."""

    def __init__(self, d_model: int, eps: float = 1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """x (batch, position, d_model) → the same shape."""
        return layer_norm(x, self.weight, self.bias, self.eps)


@variant("residual", "standard")
class Residual(nn.Module):
    """x + sublayer(x), with LayerNorm before the sub-layer ("pre") or after the sum ("post").

    The paper's order is "post"; "pre" (Xiong et al. 2020) trains without a long warm-up.
    """

    def __init__(
        self, d_model: int, norm_order: str, dropout: float = 0.0, norm: Callable = LayerNorm
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
            return self.add(x, self.dropout(sublayer(self.normed(self.norm(x)))))
        return self.normed(self.norm(self.add(x, self.dropout(sublayer(x)))))

    def add(self, x: Tensor, change: Tensor) -> Tensor:
        """What the stream is after the sub-layer's change; both (batch, position, d_model)."""
        return self.sum(x + change)


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each inside a residual (section 3.1)."""

    def __init__(self, self_attention: nn.Module, feed_forward: nn.Module, residual: Callable):
        super().__init__()
        self.self_attention = self_attention
        self.feed_forward = feed_forward
        self.attention_residual = residual()
        self.feed_forward_residual = residual()

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """x (batch, source, d_model) → the same shape."""
        x = self.attention_residual(x, lambda y: self.self_attention(y, y, mask))
        return self.feed_forward_residual(x, self.feed_forward)


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention to the encoder's output, feed-forward (section 3.1). A
    decoder that reads nothing else (GPT) has no cross-attention."""

    def __init__(
        self,
        self_attention: nn.Module,
        cross_attention: nn.Module | None,
        feed_forward: nn.Module,
        residual: Callable,
    ):
        super().__init__()
        self.self_attention = self_attention
        self.cross_attention = cross_attention
        self.feed_forward = feed_forward
        self.self_residual = residual()
        if cross_attention is not None:
            self.cross_residual = residual()
        self.feed_forward_residual = residual()

    def forward(
        self,
        x: Tensor,
        memory: Tensor | None = None,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: LayerCache | None = None,
    ) -> Tensor:
        """x (batch, target, d_model), memory (batch, source, d_model) → (batch, target, d_model)."""
        target, source = (cache.self_attention, cache.cross_attention) if cache else (None, None)
        x = self.self_residual(x, lambda y: self.self_attention(y, y, mask, target))
        if (across := self.cross_attention) is not None:
            if source is not None and source.length:
                memory = None  # its keys and values were computed at the first step
            x = self.cross_residual(x, lambda y: across(y, memory, memory_mask, source))
        return self.feed_forward_residual(x, self.feed_forward)
