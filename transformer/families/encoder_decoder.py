"""The encoder–decoder Transformer (Vaswani et al. 2017), `transformer/model.py`, as a family."""

from transformer.config import TransformerConfig
from transformer.families.family import Family
from transformer.model import Transformer
from transformer.objectives.maps import CROSS, DECODER, ENCODER
from transformer.objectives.translation import Translation

MAPS = (ENCODER, DECODER, CROSS)
FAMILY = Family("encoder_decoder", TransformerConfig, Transformer, Translation(MAPS), MAPS)
