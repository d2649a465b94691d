"""The registry of layers that a config can name. A layer registers itself with `@variant`."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

# `transformer/variants` has more layers of each kind, including yours.
KINDS = "attention feed_forward norm residual position mask decoding"
LAYERS: dict[str, dict[str, type]] = {kind: {} for kind in KINDS.split()}
# Method names of 2026, for custom layers that were written then.
FORMERLY = {
    **{"place": "rotate_positions", "share": "repeat_kv"},
    **{"allow": "attention_mask", "code": "encoding"},
}
# The base model of Vaswani et al. 2017, table 3; code of 2026 imports it from `transformer.config`.
paper = {
    **{"d_model": 512, "d_ff": 2048, "encoder_layers": 6, "decoder_layers": 6},
    **{"self_heads": 8, "cross_heads": 8, "dropout": 0.1, "norm_order": "post"},
}


def variant(kind: str, name: str) -> Callable[[type], type]:
    """Class decorator: `@variant("attention", "mine")` makes a layer available under that name. Raises
    `ValueError` for an unknown kind, for a name that is taken, and for something that is not a class."""
    if kind not in LAYERS:
        raise ValueError(f"'{kind}' is not a kind of layer. Choose one of: {', '.join(LAYERS)}.")

    def keep(layer: type) -> type:
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
        _follow_former_names(layer)
        return layer

    return keep


def _follow_former_names(layer: type) -> None:
    """Map a method with a former name to today's method, including its `super()` calls."""
    for former, step in FORMERLY.items():
        above = (*layer.__mro__[1:], *LAYERS["attention"].get("standard", object).__mro__)
        parents = [parent for parent in above if step in vars(parent)]
        if former in vars(layer) and step not in vars(layer) and parents:
            setattr(layer, step, vars(layer)[former])
            for parent in parents:
                setattr(parent, former, vars(parent)[step])


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
