"""The layers that a config can name; each file of a layer puts its own in, with `@variant`."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

# `transformer/variants` has more of each kind, yours too.
KINDS = "attention feed_forward norm residual position mask decoding"
LAYERS: dict[str, dict[str, type]] = {kind: {} for kind in KINDS.split()}
# What a step was called in 2026, by layers of one's own that were written then.
FORMERLY = {
    **{"place": "rotate_positions", "share": "repeat_kv"},
    **{"allow": "attention_mask", "code": "encoding"},
}


def variant(kind: str, name: str) -> Callable[[type], type]:
    """Class decorator: `@variant("attention", "mine")` makes a layer available under that name."""
    if kind not in LAYERS:
        raise ValueError(f"there is no kind '{kind}' of layer; choose one of {', '.join(LAYERS)}")

    def keep(layer: type) -> type:
        there = LAYERS[kind].get(name, layer).__module__
        if ".my_" in layer.__module__ and there != layer.__module__:
            raise ValueError(f"the {kind} '{name}' is in {there} already; give yours another name")
        LAYERS[kind][name] = layer
        _follow_former_names(layer)
        return layer

    return keep


def _follow_former_names(layer: type) -> None:
    """A step under its former name is that step, also where it asks its parents by `super()`."""
    for former, step in FORMERLY.items():
        above = (*layer.__mro__[1:], *LAYERS["attention"].get("standard", object).__mro__)
        parents = [parent for parent in above if step in vars(parent)]
        if former in vars(layer) and step not in vars(layer) and parents:
            setattr(layer, step, vars(layer)[former])
            for parent in parents:
                setattr(parent, former, vars(parent)[step])


def find(kind: str, name: str) -> type:
    """The layer of that kind and name; the files in `variants` are read until one of them has it."""
    names = [file.stem for file in Path(__file__).with_name("variants").glob("[a-z]*.py")]
    wrong: Exception = ValueError(
        f"no {kind} is called '{name}'; known: {', '.join(LAYERS[kind])}. A layer of your own "
        f'needs @variant("{kind}", "{name}") in transformer/variants/my_….py'
    )
    for file in sorted(names, key=lambda name: (name.startswith("my_"), name)):
        if name in LAYERS[kind]:
            break  # nobody else's file needs to be in order
        try:
            import_module(f"{__package__}.variants.{file}")
        except Exception as error:
            wrong = error  # said only if no other file has the layer
    if name not in LAYERS[kind]:
        raise wrong
    return LAYERS[kind][name]
