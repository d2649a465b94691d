"""The parts of a layer (feed-forward, layer normalization, residual connection) and both layers."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from transformer.cache import LayerCache
from transformer.probe import Probe
from transformer.registry import variant


@variant("feed_forward", "standard")
class FeedForward(nn.Module):
    """Two linear maps with a ReLU in between, applied at each position (Vaswani et al. 2017, section 3.3)."""

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0):
        super().__init__()
        self.expand = nn.Linear(d_model, d_ff)
        self.contract = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)
        # Xavier initialization (Glorot and Bengio 2010): outputs start with about the variance of the inputs.
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
        """The activation function, here ReLU; (batch, position, d_ff) → the same shape."""
        return x.relu()


def layer_norm(x: Tensor, weight: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    """Normalise each position to mean 0 and variance 1, then scale and shift it (Ba et al. 2016).

    x (…, d_model), weight and bias (d_model,) → as x. The variance divides by d_model; ε is inside the root.
    """
    deviation = x - x.mean(-1, keepdim=True)  # (…, d_model)
    variance = deviation.square().mean(-1, keepdim=True)  # (…, 1)
    return weight * deviation / torch.sqrt(variance + eps) + bias


@variant("norm", "standard")
class LayerNorm(nn.Module):
    """Compute `layer_norm` in a single operation, which is faster, with a learned weight and bias."""

    def __init__(self, d_model: int, eps: float = 1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """x (batch, position, d_model) → the same shape."""
        return nn.functional.layer_norm(x, self.weight.shape, self.weight, self.bias, self.eps)


@variant("residual", "standard")
class Residual(nn.Module):
    """Residual connection: x + sublayer(x), with pre-norm ("pre") or post-norm ("post").

    The paper uses post-norm; pre-norm (Xiong et al. 2020) trains without a long warm-up.
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
        """The residual stream after the sub-layer's change is added; both (batch, position, d_model)."""
        return self.sum(x + change)


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each with a residual connection (section 3.1)."""

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
    """Masked self-attention, cross-attention (not in a decoder-only model), feed-forward (section 3.1)."""

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
