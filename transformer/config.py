"""One frozen description of a model, and the sizes that are used most."""

from dataclasses import asdict, dataclass, replace

CHOICES = {
    # With an encoder that reads a source, or a decoder alone (`transformer/families`).
    "family": ("encoder_decoder", "decoder_only"),
    # Where LayerNorm stands: before each sub-layer (Xiong et al. 2020) or after it (the paper).
    "norm_order": ("pre", "post"),
    "position": ("sinusoidal", "learned", "binary", "index", "rotary", "none"),
}


@dataclass(frozen=True)
class TransformerConfig:
    """Sizes and disputed choices of an encoder-decoder Transformer (Vaswani et al. 2017, section 3).

    Self- and cross-attention have their own numbers of heads: one cross-attention head keeps the
    alignment of translation in one readable map. `attention`, `feed_forward`, `norm` and `residual`
    name a variant (`transformer/variants`), "standard" being the layers of this package.
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
    max_length: int = 64  # of learned positions; a formula knows no limit
    family: str = "encoder_decoder"  # a decoder alone has 0 encoder layers

    def __post_init__(self):
        for name, valid in CHOICES.items():
            if getattr(self, name) not in valid:
                raise ValueError(
                    f"{name} is '{getattr(self, name)}'; choose one of {', '.join(valid)}"
                )
        for name in ("self_heads", "cross_heads"):
            heads = getattr(self, name)
            if heads < 1 or self.d_model % heads:
                raise ValueError(
                    f"d_model {self.d_model} cannot be divided among {heads} {name}: "
                    f"every head gets d_model / heads numbers, so choose a divisor of {self.d_model}"
                )
        for name in ("source_vocabulary", "target_vocabulary", "d_model", "d_ff", "max_length"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1")
        alone = self.family == "decoder_only"
        if alone and self.encoder_layers:
            raise ValueError(f"encoder_layers is {self.encoder_layers}; a decoder alone has 0")
        for name in ("decoder_layers",) if alone else ("encoder_layers", "decoder_layers"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; a stack needs at least 1 layer")
        if self.position == "sinusoidal" and self.d_model % 2:
            raise ValueError(
                f"d_model {self.d_model} is odd; sinusoidal positions pair each sine with a cosine"
            )
        if self.position == "rotary" and self.attention != "standard":
            raise ValueError(
                f"position is 'rotary', which turns queries and keys inside the standard attention; "
                f"with attention '{self.attention}' choose another position"
            )
        if self.position == "rotary" and self.d_model // self.self_heads % 2:
            raise ValueError(
                f"d_model {self.d_model} among {self.self_heads} self_heads gives each "
                f"{self.d_model // self.self_heads} numbers; rotary positions turn pairs, so this "
                f"must be even"
            )
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is {self.dropout}; it is a share, 0 ≤ dropout < 1")

    def to_dict(self) -> dict:
        """For a card: plain numbers and words."""
        return asdict(self)

    def but(self, **changes) -> "TransformerConfig":
        """The same model with some settings changed: `config.but(position="none")`."""
        return replace(self, **changes)


# Presets: everything but the vocabularies, which come from the task.
tiny = {"d_model": 32, "d_ff": 64, "encoder_layers": 1, "decoder_layers": 1, "self_heads": 2}
classroom = {"d_model": 64, "d_ff": 256, "encoder_layers": 2, "decoder_layers": 2}
paper = {
    "d_model": 512,
    "d_ff": 2048,
    "encoder_layers": 6,
    "decoder_layers": 6,
    "self_heads": 8,
    "cross_heads": 8,
    "dropout": 0.1,
    "norm_order": "post",
}
PRESETS = {"tiny": tiny, "classroom": classroom, "paper": paper}
