"""The encoder–decoder Transformer, assembled from its parts (Vaswani et al. 2017, figure 1)."""

from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.cache import Cache
from transformer.config import LayerConfig, TransformerConfig
from transformer.embeddings import Embedding
from transformer.layers import DecoderLayer, EncoderLayer
from transformer.masks import causal, padding
from transformer.probe import Probe
from transformer.registry import feed_forward, find, find_attention, last_norm, residual
from transformer.vocabulary import PAD


class Transformer(nn.Module):
    """Encoder–decoder model: token ids in, logits for the next token out."""

    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.config = config
        self.source_embedding = Embedding(config.source_vocabulary, config)
        self.target_embedding = Embedding(config.target_vocabulary, config)
        self.encoder = Encoder(config, config.encoder_layers)
        self.decoder = Decoder(config, config.decoder_layers, config.cross_heads)
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

    def __init__(self, config: LayerConfig, layers: int):
        super().__init__()
        self.layers = nn.ModuleList(
            EncoderLayer(self_attention(config), feed_forward(config), residual(config))
            for _ in range(layers)
        )
        self.norm = last_norm(config)
        self.output = Probe("batch source d_model")

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """x (batch, source, d_model) → memory, the same shape."""
        for layer in self.layers:
            x = layer(x, mask)
        return self.output(self.norm(x))


class Decoder(nn.Module):
    """A stack of decoder layers; without `cross_heads` they have no encoder–decoder attention."""

    def __init__(self, config: LayerConfig, layers: int, cross_heads: int | None = None):
        super().__init__()
        self.layers = nn.ModuleList(
            DecoderLayer(
                self_attention(config),
                cross_attention(config, cross_heads) if cross_heads else None,
                feed_forward(config),
                residual(config),
            )
            for _ in range(layers)
        )
        self.norm = last_norm(config)
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


def self_attention(c: LayerConfig) -> nn.Module:
    """Build the attention and the mask that a config names."""
    return find_attention(c.attention_layer, c.mask)(c.d_model, c.self_heads, c.dropout)


def cross_attention(c: LayerConfig, heads: int) -> nn.Module:
    """Build the attention to a second text; standard where the named one compares positions of one text."""
    layer = find("attention", c.attention_layer)
    layer = MultiHeadAttention if getattr(layer, "self_only", False) else layer
    return layer(c.d_model, heads, c.dropout)
