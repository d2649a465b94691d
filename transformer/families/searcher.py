"""An encoder for dense retrieval: it maps a question or a document to one vector, the normalised mean of its
outputs (mean pooling; Reimers & Gurevych 2019)."""

from dataclasses import KW_ONLY, dataclass

from torch import Tensor, nn
from torch.nn.functional import normalize

from transformer.config import LayerConfig
from transformer.embeddings import Embedding
from transformer.families.family import Family
from transformer.masks import padding
from transformer.model import Encoder
from transformer.objectives.maps import Map
from transformer.objectives.matching import Matching
from transformer.probe import Probe
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class SearcherConfig(LayerConfig):
    """The encoder settings of `TransformerConfig`."""

    source_vocabulary: int
    _: KW_ONLY
    encoder_layers: int = 2


class Searcher(nn.Module):
    """Encodes questions and documents with the same parameters, so that their vectors can be compared."""

    def __init__(self, config: SearcherConfig):
        super().__init__()
        self.config = config
        self.embedding = Embedding(config.source_vocabulary, config)
        self.encoder = Encoder(config, config.encoder_layers)
        self.mean = Probe("batch d_model")

    def forward(self, tokens: Tensor) -> Tensor:
        """tokens (batch, word) → (batch, d_model), vectors of length 1: their dot products are cosines."""
        x, real = self.encode(tokens), (tokens != PAD)[..., None]  # (batch, word, 1)
        return normalize(self.mean((x * real).sum(1) / real.sum(1).clamp(min=1)), dim=-1)

    def encode(self, tokens: Tensor) -> Tensor:
        """Encode tokens → (batch, word, d_model)."""
        return self.encoder(self.embedding(tokens), padding(tokens, PAD))


MAPS = (Map("self", "encoder.layers.{}.self_attention", rows="question", columns="question"),)
FAMILY = Family("searcher", SearcherConfig, Searcher, Matching(), MAPS)
