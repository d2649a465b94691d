"""A decoder alone: it reads nothing, and goes on with a text (Radford et al. 2018).

GPT's decoder layer has no cross-attention, so it is an encoder layer under a causal mask. The parts
are this package's own: sinusoidal positions and ReLU by default, where GPT learned its positions
and took GELU.
"""

from functools import partial

import torch
from torch import Tensor, nn

from transformer.config import TransformerConfig
from transformer.embeddings import Embedding
from transformer.layers import EncoderLayer, LayerCache
from transformer.masks import causal
from transformer.probe import Probe
from transformer.variants import find
from transformer.variants.rotary import RotaryAttention


class GPTLayer(EncoderLayer):
    """An encoder layer that can remember the keys and values of earlier steps."""

    def forward(
        self, x: Tensor, mask: Tensor | None = None, cache: LayerCache | None = None
    ) -> Tensor:
        """x (batch, new, d_model) → the same shape; the mask is (new, all so far)."""
        own = cache.self_attention if cache else None
        x = self.attention_residual(x, lambda y: self.self_attention(y, y, mask, own))
        return self.feed_forward_residual(x, self.feed_forward)


class GPTStack(nn.Module):
    """A stack of such layers; with norm_order "pre" the last sum is normalised too."""

    def __init__(self, layers: list[GPTLayer], norm: nn.Module):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norm = norm
        self.output = Probe("batch target d_model")

    def forward(self, x: Tensor, mask: Tensor, cache: list[LayerCache] | None = None) -> Tensor:
        for number, layer in enumerate(self.layers):
            x = layer(x, mask, cache[number] if cache is not None else None)
        return self.output(self.norm(x))  # (batch, target, d_model)


class GPT(nn.Module):
    """Token numbers in, scores for the next token out.

    It is called as a `Transformer` is, with a source of no words: (batch, 0). Of the config it uses
    what concerns the decoder.
    """

    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.config = c = config
        norm = find("norm", c.norm)
        attention = RotaryAttention if c.position == "rotary" else find("attention", c.attention)
        feed_forward = partial(find("feed_forward", c.feed_forward), c.d_model, c.d_ff, c.dropout)
        residual = partial(find("residual", c.residual), c.d_model, c.norm_order, c.dropout, norm)

        def layer():
            return GPTLayer(attention(c.d_model, c.self_heads, c.dropout), feed_forward(), residual)

        self.target_embedding = Embedding(
            c.target_vocabulary, c.d_model, c.position, c.max_length, c.dropout
        )
        last_norm = norm(c.d_model) if c.norm_order == "pre" else nn.Identity()
        self.decoder = GPTStack([layer() for _ in range(c.decoder_layers)], last_norm)
        self.logits = Probe("batch target vocabulary")

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """target (batch, target), which begins with START → logits (batch, target, vocabulary).

        Position t holds the scores for token t + 1. Nothing is read from `source`.
        """
        return self.decode(target, None, source)

    def encode(self, source: Tensor) -> Tensor:
        """What an encoder would have read: nothing, (batch, 0, d_model)."""
        return torch.empty(*source.shape, self.config.d_model, device=source.device)

    def decode(
        self,
        target: Tensor,
        memory: Tensor | None,
        source: Tensor,
        cache: list[LayerCache] | None = None,
    ) -> Tensor:
        """target (batch, target) → logits (batch, target, vocabulary); `memory` and `source` are
        there so that it is called as a `Transformer` is.

        With a cache, `target` holds only the new tokens; those before are remembered.
        """
        before = 0
        if cache is not None and cache[0].self_attention.key is not None:
            before = cache[0].self_attention.key.shape[2]
        x = self.target_embedding(target, before)  # (batch, new, d_model)
        # Padding only follows the last word, so the causal mask already hides it from every word.
        mask = causal(target.shape[1], before + target.shape[1], target.device)
        x = self.decoder(x, mask, cache)
        return self.logits(self.target_embedding.scores(x))  # (batch, new, vocabulary)

    def new_cache(self) -> list[LayerCache]:
        """An empty memory for step-by-step decoding, one part a layer."""
        return [LayerCache() for _ in self.decoder.layers]
