"""The encoder-decoder Transformer, put together from its parts (Vaswani et al. 2017, figure 1)."""

from functools import partial

from torch import Tensor, nn

from transformer.config import TransformerConfig
from transformer.embeddings import Embedding
from transformer.layers import DecoderLayer, EncoderLayer, LayerCache
from transformer.masks import causal, padding
from transformer.probe import Probe
from transformer.variants import find
from transformer.variants.rotary import RotaryAttention
from transformer.vocabulary import PAD


class Encoder(nn.Module):
    """A stack of encoder layers; with norm_order "pre" the last sum is normalised too."""

    def __init__(self, layers: list[EncoderLayer], norm: nn.Module):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norm = norm
        self.output = Probe("batch source d_model")

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        for layer in self.layers:
            x = layer(x, mask)  # (batch, source, d_model)
        return self.output(self.norm(x))


class Decoder(nn.Module):
    """A stack of decoder layers, each of which looks at the encoder's output as well."""

    def __init__(self, layers: list[DecoderLayer], norm: nn.Module):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norm = norm
        self.output = Probe("batch target d_model")

    def forward(self, x, memory, mask=None, memory_mask=None, cache=None) -> Tensor:
        for number, layer in enumerate(self.layers):
            own = cache[number] if cache is not None else None
            x = layer(x, memory, mask, memory_mask, own)  # (batch, target, d_model)
        return self.output(self.norm(x))


class Transformer(nn.Module):
    """Token numbers in, scores for the next token out."""

    def __init__(self, config: TransformerConfig):
        super().__init__()
        self.config = c = config
        norm = find("norm", c.norm)
        embed = partial(
            Embedding,
            d_model=c.d_model,
            position=c.position,
            max_length=c.max_length,
            dropout=c.dropout,
        )
        layer = find("attention", c.attention)
        cross = partial(layer, c.d_model, c.cross_heads, c.dropout)
        own = partial(
            RotaryAttention if c.position == "rotary" else layer, c.d_model, c.self_heads, c.dropout
        )
        feed_forward = partial(find("feed_forward", c.feed_forward), c.d_model, c.d_ff, c.dropout)
        residual = partial(find("residual", c.residual), c.d_model, c.norm_order, c.dropout, norm)

        def last_norm():
            return norm(c.d_model) if c.norm_order == "pre" else nn.Identity()

        def encoder_layer():
            return EncoderLayer(own(), feed_forward(), residual)

        def decoder_layer():
            return DecoderLayer(own(), cross(), feed_forward(), residual)

        self.source_embedding = embed(c.source_vocabulary)
        self.target_embedding = embed(c.target_vocabulary)
        self.encoder = Encoder([encoder_layer() for _ in range(c.encoder_layers)], last_norm())
        self.decoder = Decoder([decoder_layer() for _ in range(c.decoder_layers)], last_norm())
        self.logits = Probe("batch target vocabulary")

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """source (batch, source), target (batch, target) → logits (batch, target, vocabulary).

        `target` begins with START; position t holds the scores for token t + 1.
        """
        return self.decode(target, self.encode(source), source)

    def encode(self, source: Tensor) -> Tensor:
        """source (batch, source) → memory (batch, source, d_model)"""
        return self.encoder(self.source_embedding(source), padding(source, PAD))

    def decode(
        self,
        target: Tensor,
        memory: Tensor,
        source: Tensor,
        cache: list[LayerCache] | None = None,
    ) -> Tensor:
        """target (batch, target) and the encoder's memory → logits (batch, target, vocabulary).

        With a cache, `target` holds only the new tokens; those before are remembered.
        """
        before = 0
        if cache is not None and cache[0].self_attention.key is not None:
            before = cache[0].self_attention.key.shape[2]
        x = self.target_embedding(target, before)  # (batch, new, d_model)
        # Padding only follows the last word, so the causal mask already hides it from every word.
        mask = causal(target.shape[1], before + target.shape[1], target.device)
        x = self.decoder(x, memory, mask, padding(source, PAD), cache)
        return self.logits(self.target_embedding.scores(x))  # (batch, new, vocabulary)

    def new_cache(self) -> list[LayerCache]:
        """An empty memory for step-by-step decoding, one part a layer."""
        return [LayerCache() for _ in self.decoder.layers]


def load(name: str):
    """A trained model by name, ready to be looked into: `load("english_french")`.

    See `transformer.weights.load`, which reads the file.
    """
    from transformer import weights  # weights builds models, so it cannot be imported above

    return weights.load(name)
