"""BERT's config and names (Devlin et al. 2019), as Hugging Face's BertForPreTraining saves them."""

from typing import Any

from transformer.families.bert import BertConfig
from transformer.tasks.discourses import LABELS
from transformer.weights.outside.folder_tokenizer import FolderTokenizer
from transformer.weights.outside.part import Kind, Part, Sides, bias, must_be, rows, token_id
from transformer.weights.outside.pieces import NOWHERE, Pieces
from transformer.weights.trained import WeightsError


def config(theirs: dict[str, Any], sides: Sides) -> BertConfig:
    # The masked-language-modelling head has the same activation; ours is GELU there.
    must_be(
        theirs,
        hidden_act="gelu",
        position_embedding_type="absolute",
        is_decoder=False,
        add_cross_attention=False,
        type_vocab_size=2,
    )
    return BertConfig(
        source_vocabulary=len(sides[0].rows),
        d_model=theirs["hidden_size"],
        d_ff=theirs["intermediate_size"],
        encoder_layers=theirs["num_hidden_layers"],
        self_heads=theirs["num_attention_heads"],
        norm_eps=theirs.get("layer_norm_eps", 1e-12),
        max_length=theirs["max_position_embeddings"],
    )


def build_sides(
    theirs: dict[str, Any], tokenizers: tuple[FolderTokenizer, FolderTokenizer]
) -> Sides:
    """Build both sides. [CLS] and [SEP] are ordinary tokens of ours, as in the family's discourses; they are
    not yet in a text."""
    tokenizer, size = tokenizers[0], theirs["vocab_size"]
    numbers = {name: n for n in range(size) for name in tokenizer.names(n)[:1]}
    if missing := [name for name in ("[CLS]", "[SEP]", "[MASK]", "[UNK]") if name not in numbers]:
        raise WeightsError(
            f"the tokenizer has no {missing[0]}, which BERT needs: does it belong to a different model?"
        )
    pad = token_id(theirs, "pad_token_id", 0)
    read = Pieces(tokenizer, size, (pad, NOWHERE, NOWHERE, numbers["[UNK]"]))
    return read, Pieces(tokenizers[1], 0, (NOWHERE,) * 4)


ENCODER = "encoder.layers.{}"
_NAMES = {
    f"{ENCODER}.self_attention.W_Q": "bert.encoder.layer.{}.attention.self.query",
    f"{ENCODER}.self_attention.W_K": "bert.encoder.layer.{}.attention.self.key",
    f"{ENCODER}.self_attention.W_V": "bert.encoder.layer.{}.attention.self.value",
    f"{ENCODER}.self_attention.W_O": "bert.encoder.layer.{}.attention.output.dense",
    f"{ENCODER}.attention_residual.norm": "bert.encoder.layer.{}.attention.output.LayerNorm",
    f"{ENCODER}.feed_forward.expand": "bert.encoder.layer.{}.intermediate.dense",
    f"{ENCODER}.feed_forward.contract": "bert.encoder.layer.{}.output.dense",
    f"{ENCODER}.feed_forward_residual.norm": "bert.encoder.layer.{}.output.LayerNorm",
    "embedding.norm": "bert.embeddings.LayerNorm",
}
NO_WORDS = "no head for masked tokens: all words get the same probability"
NO_PAIRS = "no head for next sentence prediction: both answers get the same probability"
_HEADS = {
    "transform": ("cls.predictions.transform.dense", NO_WORDS),
    "norm": ("cls.predictions.transform.LayerNorm", NO_WORDS),
    "pooler": ("bert.pooler.dense", NO_PAIRS),
    "next_sentence": ("cls.seq_relationship", NO_PAIRS),
}
PARTS = {
    f"{o}.{kind}": Part(f"{t}.{kind}") for o, t in _NAMES.items() for kind in ("weight", "bias")
}
PARTS |= {
    f"{ours}.{kind}": Part(f"{theirs}.{kind}", optional=why)
    for ours, (theirs, why) in _HEADS.items()
    for kind in ("weight", "bias")
}
PARTS |= {
    "embedding.table.weight": Part(
        "bert.embeddings.word_embeddings.weight", rows, other="cls.predictions.decoder.weight"
    ),
    "embedding.segment.weight": Part("bert.embeddings.token_type_embeddings.weight"),
    "embedding.position.table": Part("bert.embeddings.position_embeddings.weight"),
    "embedding.bias": Part("cls.predictions.bias", bias, NO_WORDS, "cls.predictions.decoder.bias"),
}
IGNORED = ("position_ids", "cls.predictions.decoder.weight", "cls.predictions.decoder.bias")
TIED = (("cls.predictions.decoder.weight", "bert.embeddings.word_embeddings.weight"),)
KIND = Kind("bert", config, build_sides, PARTS, "bert.", LABELS, IGNORED, TIED)
