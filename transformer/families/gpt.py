"""A decoder-only model: it continues a text (Radford et al. 2018).

The parts are this package's own: sinusoidal positions and ReLU by default, whereas GPT has learned
positions and GELU.
"""

from dataclasses import KW_ONLY, dataclass

from torch import Tensor, nn

from transformer.cache import Cache
from transformer.config import LayerConfig
from transformer.decoding import start_decoding
from transformer.decoding.prefix import Prefix
from transformer.embeddings import Embedding
from transformer.families.family import Family
from transformer.masks import causal
from transformer.model import Decoder
from transformer.objectives.continuing import Continuing
from transformer.objectives.maps import DECODER
from transformer.probe import Probe


@dataclass(frozen=True)
class GPTConfig(LayerConfig):
    """The decoder settings of `TransformerConfig`."""

    target_vocabulary: int
    _: KW_ONLY
    decoder_layers: int = 2
    decoding: str = "standard"


class GPT(nn.Module):
    """Decoder layers without cross-attention. Token ids in, logits for the next token out."""

    def __init__(self, config: GPTConfig):
        super().__init__()
        self.config = config
        self.target_embedding = Embedding(config.target_vocabulary, config)
        self.decoder = Decoder(config, config.decoder_layers)
        self.logits = Probe("batch target vocabulary")

    def forward(self, target: Tensor, cache: Cache | None = None) -> Tensor:
        """target (batch, target), which begins with START → logits (batch, target, vocabulary).

        Position t holds the logits for token t + 1. With a cache, `target` holds only the new tokens.
        """
        before = cache.length if cache is not None else 0
        mask = causal(target.shape[1], before + target.shape[1], target.device)
        x = self.decoder(self.target_embedding(target, before), mask=mask, cache=cache)
        return self.logits(self.target_embedding.scores(x))  # (batch, new, vocabulary)


class Writing(Prefix):
    """A text in the middle of decoding. Only the batch size of `source` (batch, 0) matters."""

    def decode(self, tokens: Tensor, cache: Cache | None) -> Tensor:
        return self.model(tokens, cache)


start_decoding.register(GPT)(Writing)
FAMILY = Family("decoder_only", GPTConfig, GPT, Continuing(), (DECODER,))
