"""Marian's config and names (Junczys-Dowmunt et al. 2018), as Hugging Face's MarianMTModel saves them."""

from dataclasses import dataclass
from typing import Any

from transformer.config import TransformerConfig
from transformer.weights.outside.folder_tokenizer import FolderTokenizer
from transformer.weights.outside.part import (
    Kind,
    Part,
    Sides,
    activation,
    bias,
    must_be,
    rows,
    token_id,
)
from transformer.weights.outside.pieces import NOWHERE, Pieces


@dataclass(frozen=True, kw_only=True)
class MarianConfig(TransformerConfig):
    """The encoder-decoder of the paper, with Marian's differences."""

    scale_embedding: bool = True
    output_bias: bool = True


def config(theirs: dict[str, Any], sides: Sides) -> MarianConfig:
    must_be(
        theirs,
        encoder_attention_heads=theirs["decoder_attention_heads"],
        encoder_ffn_dim=theirs["decoder_ffn_dim"],
        share_encoder_decoder_embeddings=True,
        static_position_embeddings=True,
        normalize_before=False,
        normalize_embedding=False,
        add_final_layer_norm=False,
    )
    return MarianConfig(
        source_vocabulary=len(sides[0].rows),
        target_vocabulary=len(sides[1].rows),
        d_model=theirs["d_model"],
        d_ff=theirs["decoder_ffn_dim"],
        encoder_layers=theirs["encoder_layers"],
        decoder_layers=theirs["decoder_layers"],
        self_heads=theirs["decoder_attention_heads"],
        cross_heads=theirs["decoder_attention_heads"],
        norm_order="post",
        position="concatenated",
        feed_forward=activation(theirs, "activation_function", "swish"),
        max_length=theirs.get("max_position_embeddings", 512),
        scale_embedding=theirs.get("scale_embedding", True),
    )


def build_sides(
    theirs: dict[str, Any], tokenizers: tuple[FolderTokenizer, FolderTokenizer]
) -> Sides:
    """Build both sides. A source sentence also ends with </s>; the decoder starts with the padding token."""
    size = theirs["vocab_size"]
    end, pad = token_id(theirs, "eos_token_id"), token_id(theirs, "pad_token_id")
    start = token_id(theirs, "decoder_start_token_id", pad)
    unknown = next((n for n in range(size) if "<unk>" in tokenizers[0].names(n)), NOWHERE)
    read, written = (
        Pieces(tokenizer, size, (pad, start, end, unknown), after=(end,))
        for tokenizer in tokenizers
    )
    return read, written


def _layers(side: str, parts: dict[str, str]) -> dict[str, Part]:
    return {
        f"{side}.layers.{{}}.{ours}.{kind}": Part(f"model.{side}.layers.{{}}.{theirs}.{kind}")
        for ours, theirs in parts.items()
        for kind in ("weight", "bias")
    }


def _attention(ours: str, theirs: str) -> dict[str, str]:
    names = {"Q": "q_proj", "K": "k_proj", "V": "v_proj", "O": "out_proj"}
    return {f"{ours}.W_{part}": f"{theirs}.{other}" for part, other in names.items()}


_FEED_FORWARD = {"feed_forward.expand": "fc1", "feed_forward.contract": "fc2"}
_FEED_FORWARD |= {"feed_forward_residual.norm": "final_layer_norm"}
_SELF = _attention("self_attention", "self_attn") | _FEED_FORWARD
_ENCODER = _SELF | {"attention_residual.norm": "self_attn_layer_norm"}
_DECODER = _SELF | {"self_residual.norm": "self_attn_layer_norm"}
_DECODER |= _attention("cross_attention", "encoder_attn")
_DECODER |= {"cross_residual.norm": "encoder_attn_layer_norm"}
NO_BIAS = "no final_logits_bias: 0 is used for each word"
PARTS = _layers("encoder", _ENCODER) | _layers("decoder", _DECODER)
PARTS |= {
    "source_embedding.table.weight": Part("model.shared.weight", rows, other="lm_head.weight"),
    "target_embedding.table.weight": Part("model.shared.weight", rows, other="lm_head.weight"),
    "source_embedding.bias": Part("final_logits_bias", bias, NO_BIAS),
    "target_embedding.bias": Part("final_logits_bias", bias, NO_BIAS),
}
IGNORED = ("embed_positions.weight", "embed_tokens.weight", "lm_head.weight")
_TABLES = (
    "lm_head.weight",
    "model.encoder.embed_tokens.weight",
    "model.decoder.embed_tokens.weight",
)
TIED = tuple((name, "model.shared.weight") for name in _TABLES)
KIND = Kind("encoder_decoder", config, build_sides, PARTS, "model.", ignored=IGNORED, tied=TIED)
