"""The encoder-decoder of the paper (Vaswani et al. 2017): `transformer/model.py`, as a family."""

from transformer.config import TransformerConfig
from transformer.families.family import Family
from transformer.families.maps import CROSS, DECODER, ENCODER
from transformer.families.translation import Translation
from transformer.model import Transformer

MAPS = (ENCODER, DECODER, CROSS)
FAMILY = Family("encoder_decoder", TransformerConfig, Transformer, Translation(MAPS), MAPS)
