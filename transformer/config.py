"""One frozen description of a model, and the layers that it can name."""

from dataclasses import asdict, dataclass, fields, replace
from importlib import import_module

CHOICES = {
    # Where LayerNorm stands: before each sub-layer (Xiong et al. 2020) or after it (the paper).
    "norm_order": ("pre", "post"),
}
SIZES = ("source_vocabulary", "target_vocabulary", "d_model", "d_ff", "max_length")


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

    def __post_init__(self):
        check(self)

    def to_dict(self) -> dict:
        """For a card: plain numbers and words."""
        return asdict(self)

    def but(self, **changes) -> "TransformerConfig":
        """The same model with some settings changed: `config.but(position="none")`."""
        return replace(self, **changes)


def check(config) -> None:
    """Raise `ValueError` for what no model can have, of the fields that this config has; the message
    names the numbers. Configs of other families use it too."""
    has = {field.name: getattr(config, field.name) for field in fields(config)}
    for name in CHOICES.keys() & has:
        if has[name] not in CHOICES[name]:
            raise ValueError(f"{name} is '{has[name]}'; choose one of {', '.join(CHOICES[name])}")
    for name in (name for name in has if name.endswith("heads")):
        if has[name] < 1 or config.d_model % has[name]:
            raise ValueError(
                f"d_model {config.d_model} cannot be divided among {has[name]} {name}: every head "
                f"gets d_model / heads numbers, so choose a divisor of {config.d_model}"
            )
    for name, value in has.items():
        stack = name.endswith("layers")
        if (stack or name in SIZES) and value < 1:
            needed = "a stack needs at least 1 layer" if stack else "it must be at least 1"
            raise ValueError(f"{name} is {value}; {needed}")
    if has.get("position") == "sinusoidal" and config.d_model % 2:
        raise ValueError(
            f"d_model {config.d_model} is odd; sinusoidal positions pair each sine with a cosine"
        )
    if has.get("position") == "rotary" and config.attention != "standard":
        raise ValueError(
            "position is 'rotary', which turns queries and keys inside the standard attention; "
            f"with attention '{config.attention}' choose another position"
        )
    if has.get("position") == "rotary" and config.d_model // config.self_heads % 2:
        raise ValueError(
            f"d_model {config.d_model} among {config.self_heads} self_heads gives each "
            f"{config.d_model // config.self_heads} numbers; rotary positions turn pairs, so this "
            "must be even"
        )
    if not 0 <= has.get("dropout", 0) < 1:
        raise ValueError(f"dropout is {config.dropout}; it is a share, 0 ≤ dropout < 1")


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

# The layers that a config can name, by kind: `LAYERS["attention"]["standard"]`. Each file of the machine
# puts its own in; `transformer/variants` has more, and there you add yours.
LAYERS: dict[str, dict[str, type]] = {
    kind: {} for kind in ("position", "attention", "feed_forward", "norm", "residual")
}


def variant(kind: str, name: str):
    """Class decorator: `@variant("attention", "mine")` makes a layer available under that name."""

    def keep(layer: type) -> type:
        LAYERS[kind][name] = layer
        return layer

    return keep


def find(kind: str, name: str) -> type:
    """The layer of that kind and name; the files in `transformer/variants` are read if needed."""
    if name not in LAYERS[kind]:
        import_module("transformer.variants").read(kind, name)
    if name not in LAYERS[kind]:
        raise ValueError(
            f"no {kind} is called '{name}'; known: {', '.join(LAYERS[kind])}. A layer of your own "
            f'needs @variant("{kind}", "{name}") in transformer/variants/my_….py'
        )
    return LAYERS[kind][name]
