"""An encoder-only model: it reads one or two sentences, predicts masked words, and predicts whether the second
sentence follows the first (Devlin et al. 2019).

Three learned vectors are added for each token: its token, position and segment embeddings.
"""

from dataclasses import KW_ONLY, dataclass

from torch import Tensor, nn
from torch.nn.functional import gelu

from transformer.config import LayerConfig
from transformer.embeddings import Embedding
from transformer.families.family import Family
from transformer.masks import padding
from transformer.model import Encoder
from transformer.objectives.maps import Map
from transformer.objectives.masking import Masking
from transformer.probe import Probe
from transformer.registry import norm
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class BertConfig(LayerConfig):
    """The encoder settings of `TransformerConfig`, with BERT's defaults."""

    source_vocabulary: int
    _: KW_ONLY
    encoder_layers: int = 2
    norm_order: str = "post"
    position: str = "learned"
    feed_forward: str = "gelu"
    norm_eps: float = 1e-12
    max_length: int = 24  # with [CLS] and [SEP]
    scale_embedding = False
    output_bias = True


class Inputs(Embedding):
    """Token, position and segment embeddings, summed and normalised."""

    def __init__(self, config: BertConfig):
        super().__init__(config.source_vocabulary, config)
        self.segment = nn.Embedding(2, config.d_model)
        self.norm = norm(config)(config.d_model)
        nn.init.normal_(self.segment.weight, std=0.02)
        self.segments = Probe("batch position d_model")
        self.normed = Probe("batch position d_model")

    def read(self, tokens: Tensor, segments: Tensor) -> Tensor:
        """tokens and segments (batch, position) → (batch, position, d_model)"""
        words = self.tokens(self.table(tokens))
        places = self.positions(self.position(tokens.shape[1]))  # (position, d_model)
        x = self.sum(words + places + self.segments(self.segment(segments)))
        return self.dropout(self.normed(self.norm(x)))


class Bert(nn.Module):
    """Token ids in; logits of the word at each position and of the sentence pair out."""

    def __init__(self, config: BertConfig):
        super().__init__()
        self.config, c = config, config
        self.embedding = Inputs(c)
        self.encoder = Encoder(c, c.encoder_layers)
        self.transform = nn.Linear(c.d_model, c.d_model)
        self.norm = norm(c)(c.d_model)
        self.pooler = nn.Linear(c.d_model, c.d_model)
        self.next_sentence = nn.Linear(c.d_model, 2)  # it follows, it does not
        self.words = Probe("batch position vocabulary")
        self.pairs = Probe("batch label")

    def forward(self, tokens: Tensor, segments: Tensor) -> tuple[Tensor, Tensor]:
        """tokens, segments (batch, position) → (batch, position, vocabulary), (batch, 2)"""
        x = self.encode(tokens, segments)
        features = self.norm(gelu(self.transform(x)))  # (batch, position, d_model)
        words = self.words(self.embedding.scores(features))
        return words, self.pairs(self.next_sentence(self.pooled(x)))

    def encode(self, tokens: Tensor, segments: Tensor) -> Tensor:
        """Encode tokens and segments → (batch, position, d_model)."""
        return self.encoder(self.embedding.read(tokens, segments), padding(tokens, PAD))

    def pooled(self, x: Tensor) -> Tensor:
        """The output at [CLS] represents the whole input: (batch, position, d_model) → (batch, d_model)"""
        return self.pooler(x[:, 0]).tanh()


MAPS = (Map("self", "encoder.layers.{}.self_attention", rows="tokens", columns="tokens"),)
FAMILY = Family("bert", BertConfig, Bert, Masking(), MAPS)
