"""The encoder–decoder Transformer, assembled from its parts (Vaswani et al. 2017, figure 1)."""

from functools import partial
from typing import Any

from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.cache import Cache
from transformer.config import TransformerConfig
from transformer.embeddings import Embedding
from transformer.layers import DecoderLayer, EncoderLayer
from transformer.masks import causal, padding
from transformer.probe import Probe
from transformer.registry import find
from transformer.vocabulary import PAD


class Transformer(nn.Module):
    """Encoder–decoder model: token ids in, logits for the next token out."""

    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.config, build = config, Builder(config)
        self.source_embedding = build.embedding(config.source_vocabulary)
        self.target_embedding = build.embedding(config.target_vocabulary)
        self.encoder = build.encoder(config.encoder_layers)
        self.decoder = build.decoder(config.decoder_layers, config.cross_heads)
        self.logits = Probe("batch target vocabulary")

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """source (batch, source), target (batch, target) → logits (batch, target, vocabulary).

        `target` begins with START; position t holds the logits for token t + 1.
        """
        return self.decode(target, self.encode(source), source)

    def encode(self, source: Tensor) -> Tensor:
        """Encode the source: (batch, source) → memory (batch, source, d_model)."""
        return self.encoder(self.source_embedding(source), padding(source, PAD))

    def decode(
        self, target: Tensor, memory: Tensor, source: Tensor, cache: Cache | None = None
    ) -> Tensor:
        """target (batch, target) and the encoder's memory → logits (batch, target, vocabulary).

        With a cache, `target` holds only the new tokens; the cache holds the earlier ones.
        """
        before = cache.length if cache is not None else 0
        x = self.target_embedding(target, before)  # (batch, new, d_model)
        # Padding comes only after the last token, so the causal mask already hides it from every token.
        mask = causal(target.shape[1], before + target.shape[1], target.device)
        x = self.decoder(x, memory, mask, padding(source, PAD), cache)
        return self.logits(self.target_embedding.scores(x))  # (batch, new, vocabulary)


class Encoder(nn.Module):
    """A stack of encoder layers."""

    def __init__(self, layers: list[EncoderLayer], norm: nn.Module):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norm = norm
        self.output = Probe("batch source d_model")

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """x (batch, source, d_model) → memory, the same shape."""
        for layer in self.layers:
            x = layer(x, mask)
        return self.output(self.norm(x))


class Decoder(nn.Module):
    """A stack of decoder layers."""

    def __init__(self, layers: list[DecoderLayer], norm: nn.Module):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norm = norm
        self.output = Probe("batch target d_model")

    def forward(
        self,
        x: Tensor,
        memory: Tensor | None = None,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        cache: Cache | None = None,
    ) -> Tensor:
        """x (batch, target, d_model), memory (batch, source, d_model) → (batch, target, d_model)."""
        for number, layer in enumerate(self.layers):
            x = layer(x, memory, mask, memory_mask, cache[number] if cache is not None else None)
        return self.output(self.norm(x))


class Builder:
    """Builds the layers that a config `c` (of any family) describes."""

    def __init__(self, c: Any):
        # Rotary positions are not vectors: they change the attention itself.
        attention = find("attention", "rotary" if c.position == "rotary" else c.attention)
        across = MultiHeadAttention if getattr(attention, "self_only", False) else attention
        if (mask := getattr(c, "mask", "standard")) != "standard":  # a step of self-attention
            attention = type(attention.__name__, (find("mask", mask), attention), {})
        eps = {"eps": c.norm_eps} if hasattr(c, "norm_eps") else {}  # a custom norm may have none
        norm = partial(find("norm", c.norm), **eps)
        output = getattr(c, "scale_embedding", True), getattr(c, "output_bias", False)
        sizes = c.d_model, c.position, c.max_length, c.dropout, *output
        self.embedding = lambda n: Embedding(n, *sizes)
        self.self_attention = partial(attention, c.d_model, c.self_heads, c.dropout)
        self.cross_attention = lambda heads: across(c.d_model, heads, c.dropout)
        feed_forward, residual = (find(k, getattr(c, k)) for k in ("feed_forward", "residual"))
        self.feed_forward = partial(feed_forward, c.d_model, c.d_ff, c.dropout)
        self.residual = partial(residual, c.d_model, c.norm_order, c.dropout, norm)
        # With pre-norm, the last sum of a stack also needs normalization.
        self.last_norm = partial(norm, c.d_model) if c.norm_order == "pre" else nn.Identity

    def encoder(self, layers: int) -> Encoder:
        """Build `layers` independent encoder layers: (batch, source, d_model) → the same shape."""
        made = [(self.self_attention(), self.feed_forward()) for _ in range(layers)]
        return Encoder([EncoderLayer(*two, self.residual) for two in made], self.last_norm())

    def decoder(self, layers: int, cross_heads: int | None = None) -> Decoder:
        """Build `layers` decoder layers; without `cross_heads` they have no encoder–decoder attention."""
        across = partial(self.cross_attention, cross_heads) if cross_heads else lambda: None
        made = [(self.self_attention(), across(), self.feed_forward()) for _ in range(layers)]
        return Decoder([DecoderLayer(*three, self.residual) for three in made], self.last_norm())
