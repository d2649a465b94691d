"""GPT-2's config and names (Radford et al. 2019), as Hugging Face's GPT2LMHeadModel saves them."""

from dataclasses import dataclass
from typing import Any

from transformer.families.gpt import GPTConfig
from transformer.weights.outside.folder_tokenizer import FolderTokenizer
from transformer.weights.outside.part import (
    Kind,
    Part,
    Sides,
    activation,
    must_be,
    no_bias,
    rows,
    third,
    token_id,
    transposed,
)
from transformer.weights.outside.pieces import NOWHERE, Pieces


@dataclass(frozen=True, kw_only=True)
class GPT2Config(GPTConfig):
    """A decoder-only model as in GPT-2. The bias of the logits is 0, or masks tokens that GPT-2 does not
    have."""

    norm_eps: float = 1e-5
    scale_embedding: bool = False
    output_bias: bool = True


# Some config.json have the library's general names for the sizes.
GENERAL = {"n_embd": "hidden_size", "n_layer": "num_hidden_layers", "n_head": "num_attention_heads"}
GENERAL |= {"n_positions": "max_position_embeddings"}


def config(theirs: dict[str, Any], sides: Sides) -> GPT2Config:
    theirs = {ours: theirs[name] for ours, name in GENERAL.items() if name in theirs} | theirs
    must_be(
        theirs,
        scale_attn_weights=True,
        scale_attn_by_inverse_layer_idx=False,
        add_cross_attention=False,
    )
    return GPT2Config(
        target_vocabulary=len(sides[1].rows),
        d_model=theirs["n_embd"],
        d_ff=theirs.get("n_inner") or 4 * theirs["n_embd"],
        decoder_layers=theirs["n_layer"],
        self_heads=theirs["n_head"],
        position="learned",
        feed_forward=activation(theirs, "activation_function", "gelu_new"),
        max_length=theirs["n_positions"],
        norm_eps=theirs.get("layer_norm_epsilon", 1e-5),
    )


def build_sides(
    theirs: dict[str, Any], tokenizers: tuple[FolderTokenizer, FolderTokenizer]
) -> Sides:
    """Build both sides. The model has only one text, which begins and ends with the same token."""
    last = theirs["vocab_size"] - 1  # GPT-2's own, where the config names none
    ends, begins = (theirs.get(name, last) for name in ("eos_token_id", "bos_token_id"))
    ends = token_id(theirs, "eos_token_id", begins if ends is None else last)
    begins = token_id(theirs, "bos_token_id", ends)
    written = Pieces(tokenizers[1], theirs["vocab_size"], (NOWHERE, begins, ends, NOWHERE))
    return Pieces(tokenizers[0], 0, (NOWHERE,) * 4), written


def _attention() -> dict[str, Part]:
    ours = "decoder.layers.{}.self_attention"
    kinds = ("weight", "bias")
    three = {
        f"{ours}.W_{name}.{kind}": Part(f"h.{{}}.attn.c_attn.{kind}", third(n))
        for n, name in enumerate("QKV")
        for kind in kinds
    }
    return three | {
        f"{ours}.W_O.{kind}": Part(f"h.{{}}.attn.c_proj.{kind}", transposed) for kind in kinds
    }


def _rest() -> dict[str, Part]:
    names = {
        "decoder.layers.{}.self_residual.norm": "h.{}.ln_1",
        "decoder.layers.{}.feed_forward_residual.norm": "h.{}.ln_2",
        "decoder.layers.{}.feed_forward.expand": "h.{}.mlp.c_fc",
        "decoder.layers.{}.feed_forward.contract": "h.{}.mlp.c_proj",
        "decoder.norm": "ln_f",
    }
    return {
        f"{ours}.{kind}": Part(f"{theirs}.{kind}", transposed)
        for ours, theirs in names.items()
        for kind in ("weight", "bias")
    }


PARTS = _attention() | _rest()
PARTS |= {"target_embedding.table.weight": Part("wte.weight", rows, other="lm_head.weight")}
PARTS |= {"target_embedding.bias": Part("wte.weight", no_bias, other="lm_head.weight")}
PARTS |= {"target_embedding.position.table": Part("wpe.weight")}
IGNORED = (".attn.bias", ".attn.masked_bias", "lm_head.weight")
TIED = (("lm_head.weight", "wte.weight"),)
KIND = Kind("decoder_only", config, build_sides, PARTS, "transformer.", ignored=IGNORED, tied=TIED)
