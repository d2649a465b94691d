"""One frozen description of a model."""

from dataclasses import dataclass, fields
from typing import Any

from transformer.registry import find, variant  # noqa: F401  where layers of 2026 ask for them

NORM_ORDERS = ("pre", "post")  # LayerNorm before each sub-layer, or after it: layers.Residual


@dataclass(frozen=True)
class TransformerConfig:
    """Sizes and disputed choices of an encoder-decoder Transformer (Vaswani et al. 2017, section 3).

    One cross-attention head keeps the alignment of translation in one readable map. `attention` …
    `decoding` name a layer of `transformer/variants`; "standard" is what this package does.
    """

    source_vocabulary: int
    target_vocabulary: int
    d_model: int = 64
    d_ff: int = 256
    encoder_layers: int = 2
    decoder_layers: int = 2
    self_heads: int = 4
    cross_heads: int = 1
    dropout: float = 0.0
    norm_order: str = "pre"
    position: str = "sinusoidal"
    attention: str = "standard"
    feed_forward: str = "standard"
    norm: str = "standard"
    residual: str = "standard"
    mask: str = "standard"  # of self-attention, beside padding and the future
    decoding: str = "standard"  # how greedy decoding chooses a word
    max_length: int = 64  # of learned positions; a formula knows no limit

    def __post_init__(self) -> None:
        check(self)


def check(config: Any) -> None:
    """`ValueError` for what no model can have, of the fields that a config (of any family) has."""
    has = {field.name: getattr(config, field.name) for field in fields(config)}
    for name, value in has.items():
        if name.endswith("heads") and (value < 1 or config.d_model % value):
            raise ValueError(
                f"d_model {config.d_model} cannot be divided among {value} {name}: every head gets "
                f"d_model / heads numbers, so choose a divisor of {config.d_model}"
            )
        if type(value) is int and value < 1:  # True and False are no sizes
            raise ValueError(f"{name} is {value}; at least 1 is needed")
    if (order := has.get("norm_order", "pre")) not in NORM_ORDERS:
        raise ValueError(f"norm_order is '{order}'; choose one of {', '.join(NORM_ORDERS)}")
    if has.get("position") == "rotary":
        if config.attention != "standard":
            raise ValueError(
                "position is 'rotary', which turns queries and keys inside the standard attention; "
                f"with attention '{config.attention}' choose another position"
            )
        if (size := config.d_model // config.self_heads) % 2:
            raise ValueError(
                f"d_model {config.d_model} among {config.self_heads} self_heads gives each {size} "
                "numbers; rotary positions turn pairs, so this must be even"
            )
    if not 0 <= has.get("dropout", 0) < 1:
        raise ValueError(f"dropout is {config.dropout}; it is a probability, 0 ≤ dropout < 1")
