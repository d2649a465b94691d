"""The configuration of a model, as a frozen dataclass."""

from dataclasses import KW_ONLY, dataclass, fields
from typing import Any

NORM_ORDERS = ("pre", "post")  # pre-norm or post-norm: layers.Residual


@dataclass(frozen=True, kw_only=True)
class LayerConfig:
    """Sizes and design choices that all Transformers share.

    `attention` … `mask` name a layer of `transformer/variants`; "standard" is this package's own.
    """

    d_model: int = 64
    d_ff: int = 256
    self_heads: int = 4
    dropout: float = 0.0
    norm_order: str = "pre"
    position: str = "sinusoidal"
    attention: str = "standard"
    feed_forward: str = "standard"
    norm: str = "standard"
    residual: str = "standard"
    mask: str = "standard"  # of self-attention, in addition to the padding mask and the causal mask
    max_length: int = 64  # for learned positions; formulas have no limit
    # Not settings: GPT-2, BERT and Marian differ in these.
    norm_eps = 0.0  # 0: the default of the layer
    scale_embedding = True
    output_bias = False  # one bias per logit

    def __post_init__(self) -> None:
        check(self)

    @property
    def attention_layer(self) -> str:
        """The name of the attention to build. Rotary positions are part of it, not vectors."""
        return "rotary" if self.position == "rotary" else self.attention


@dataclass(frozen=True)
class TransformerConfig(LayerConfig):
    """An encoder–decoder Transformer (Vaswani et al. 2017, section 3).

    With one cross-attention head, a single map shows the whole alignment of a translation.
    """

    source_vocabulary: int
    target_vocabulary: int
    _: KW_ONLY
    encoder_layers: int = 2
    decoder_layers: int = 2
    cross_heads: int = 1
    decoding: str = "standard"  # how greedy decoding chooses a token


def check(config: Any) -> None:
    """Raise `ValueError` for values that are not valid in a config of any family."""
    has = {field.name: getattr(config, field.name) for field in fields(config)}
    for name, value in has.items():
        if name.endswith("heads") and (value < 1 or config.d_model % value):
            raise ValueError(
                f"d_model is {config.d_model} and {name} is {value}, but d_model must be divisible by "
                f"{name}. Choose a divisor of {config.d_model}."
            )
        if type(value) is int and value < 1:  # True and False are not sizes
            raise ValueError(f"{name} is {value}, but it must be at least 1.")
    if (order := has.get("norm_order", "pre")) not in NORM_ORDERS:
        raise ValueError(f"norm_order is '{order}'. Choose one of: {', '.join(NORM_ORDERS)}.")
    if has.get("position") == "rotary":
        if config.attention != "standard":
            raise ValueError(
                f"position is 'rotary' and attention is '{config.attention}', but rotary positions work only "
                "with standard attention. Choose another position, or set attention to 'standard'."
            )
        if (size := config.d_model // config.self_heads) % 2:
            raise ValueError(
                f"With d_model = {config.d_model} and self_heads = {config.self_heads}, each head has {size} "
                "dimensions. Rotary positional encoding rotates pairs of components, so this number must be even."
            )
    if not 0 <= has.get("dropout", 0) < 1:
        raise ValueError(f"dropout is {config.dropout}, but it must be at least 0 and below 1.")
