"""The same parts put together otherwise. A config names its family; `assemble` builds the model."""

from torch import nn

from transformer.config import TransformerConfig
from transformer.families.gpt import GPT
from transformer.model import Transformer

FAMILIES = {"encoder_decoder": Transformer, "decoder_only": GPT}


def assemble(config: TransformerConfig) -> nn.Module:
    """A fresh model of the config's family."""
    return FAMILIES[config.family](config)
