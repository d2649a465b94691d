"""An encoder for dense retrieval: it maps a question or a document to one vector, the normalised mean of its
outputs (mean pooling; Reimers & Gurevych 2019)."""

from dataclasses import dataclass

from torch import Tensor, nn
from torch.nn.functional import normalize

from transformer.config import check
from transformer.families.family import Family
from transformer.masks import padding
from transformer.model import Builder
from transformer.objectives.maps import Map
from transformer.objectives.matching import Matching
from transformer.probe import Probe
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class SearcherConfig:
    """The encoder settings of `TransformerConfig`."""

    source_vocabulary: int
    d_model: int = 64
    d_ff: int = 256
    encoder_layers: int = 2
    self_heads: int = 4
    dropout: float = 0.0
    norm_order: str = "pre"
    position: str = "sinusoidal"
    attention: str = "standard"
    feed_forward: str = "standard"
    norm: str = "standard"
    residual: str = "standard"
    mask: str = "standard"
    max_length: int = 64  # for learned positions; formulas have no limit

    def __post_init__(self) -> None:
        check(self)


class Searcher(nn.Module):
    """Encodes questions and documents with the same parameters, so that their vectors can be compared."""

    def __init__(self, config: SearcherConfig):
        super().__init__()
        self.config, build = config, Builder(config)
        self.embedding = build.embedding(config.source_vocabulary)
        self.encoder = build.encoder(config.encoder_layers)
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
