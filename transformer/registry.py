"""The registry of layers that a config can name. A layer registers itself with `@variant`; the functions below build
what a config names."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

from torch import nn

from transformer.config import LayerConfig

# `transformer/variants` has more layers of each kind, including yours.
LAYER_KINDS = "attention feed_forward norm residual position mask decoding"
LAYERS: dict[str, dict[str, type]] = {kind: {} for kind in LAYER_KINDS.split()}


def variant(kind: str, name: str) -> Callable[[type], type]:
    """Class decorator: `@variant("attention", "mine")` makes a layer available under that name. Raises
    `ValueError` for an unknown kind, for a name that is taken, and for something that is not a class."""
    if kind not in LAYERS:
        raise ValueError(f"'{kind}' is not a kind of layer. Choose one of: {', '.join(LAYERS)}.")

    def register(layer: type) -> type:
        if not isinstance(layer, type):
            what = getattr(layer, "__name__", type(layer).__name__)
            raise ValueError(
                f'@variant("{kind}", "{name}") was put above “{what}”, which is not a class, but a layer is a class '
                f"that a model builds. Write a class: `python -m transformer.variants new {kind} NAME` makes an example."
            )
        there = LAYERS[kind].get(name, layer).__module__
        if ".my_" in layer.__module__ and there != layer.__module__:
            raise ValueError(f"the {kind} '{name}' already exists in {there}. Choose another name.")
        LAYERS[kind][name] = layer
        return layer

    return register


def find(kind: str, name: str) -> type:
    """Find the layer of this kind and name; files in `variants` are imported until one defines it."""
    names = [file.stem for file in Path(__file__).with_name("variants").glob("[a-z]*.py")]
    wrong: Exception | None = None
    for file in sorted(names, key=lambda name: (name.startswith("my_"), name)):
        if name in LAYERS[kind]:
            break  # errors in other files do not matter
        try:
            import_module(f"{__package__}.variants.{file}")
        except Exception as error:
            wrong = error  # raised only if no other file defines the layer
    if name not in LAYERS[kind]:  # all files are imported now, so all layers are known
        raise wrong or ValueError(
            f"no {kind} is called '{name}'. Known: {', '.join(LAYERS[kind])}. Its class needs the line "
            f'@variant("{kind}", "{name}")'
            + " in transformer/variants/my_….py."
            * (name != "standard")
        )
    return LAYERS[kind][name]


def find_attention(name: str, mask: str) -> type:
    """Find the attention of this name, as a class whose step `attention_mask` is that of the mask."""
    attention = find("attention", name)
    if mask == "standard":
        return attention
    return type(attention.__name__, (find("mask", mask), attention), {})


def feed_forward(c: LayerConfig) -> nn.Module:
    """Build the feed-forward layer that a config names."""
    return find("feed_forward", c.feed_forward)(c.d_model, c.d_ff, c.dropout)


def residual(c: LayerConfig) -> Callable[[], nn.Module]:
    """Return the constructor of residual connections; a layer has one for each sub-layer."""
    return partial(find("residual", c.residual), c.d_model, c.norm_order, c.dropout, norm(c))


def norm(c: LayerConfig) -> Callable[[int], nn.Module]:
    """Return the constructor of normalizations, which takes d_model."""
    layer = find("norm", c.norm)
    return partial(layer, eps=c.norm_eps) if c.norm_eps else layer


def last_norm(c: LayerConfig) -> nn.Module:
    """Build the end of a stack: with pre-norm, the last sum also needs normalization."""
    return norm(c)(c.d_model) if c.norm_order == "pre" else nn.Identity()
