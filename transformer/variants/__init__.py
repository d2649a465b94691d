"""Where you plug in a layer of your own.

Copy `template.py` to `my_something.py` in this folder (git ignores `my_*.py`), change it, and train
with it: `python -m transformer.training reverse --set attention=mine`. Every picture and check then
follows your layer.

The contract of each kind:

| kind | built as | called as |
|---|---|---|
| attention | `Layer(d_model, heads, dropout)` | `layer(x, memory, mask, cache)` → (batch, query, d_model) |
| feed_forward | `Layer(d_model, d_ff, dropout)` | `layer(x)` → (batch, position, d_model) |
| norm | `Layer(d_model)` | `layer(x)` → the same shape |
| residual | `Layer(d_model, norm_order, dropout, norm)` | `layer(x, sublayer)` → the shape of x |
"""

import importlib
from pathlib import Path

from torch import nn

from transformer.attention import MultiHeadAttention
from transformer.layers import FeedForward, Residual

_VARIANTS: dict[tuple[str, str], type] = {
    ("attention", "standard"): MultiHeadAttention,
    ("feed_forward", "standard"): FeedForward,
    ("norm", "standard"): nn.LayerNorm,
    ("residual", "standard"): Residual,
}


def variant(kind: str, name: str):
    """Class decorator: `@variant("attention", "mine")` makes a layer available under that name."""

    def keep(layer: type) -> type:
        _VARIANTS[kind, name] = layer
        return layer

    return keep


def own() -> list[tuple[str, str]]:
    """Kind and name of each layer of your own, in files `my_*.py`. Raises what such a file raises."""
    for file in _mine():
        importlib.import_module(f"{__name__}.{file}")
    return [place for place, layer in _VARIANTS.items() if ".my_" in layer.__module__]


def _mine() -> list[str]:
    return sorted(file.stem for file in Path(__file__).parent.glob("my_*.py"))


def find(kind: str, name: str) -> type:
    """The layer class of that kind and name; `without.py` and files `my_*.py` are read if needed."""
    for file in ("without", *_mine()):
        if (kind, name) in _VARIANTS:
            break  # nobody else's file needs to be in order
        importlib.import_module(f"{__name__}.{file}")
    if (kind, name) not in _VARIANTS:
        known = [n for k, n in _VARIANTS if k == kind]
        raise ValueError(
            f"no {kind} is called '{name}'; known: {', '.join(known)}. "
            f'A layer of your own needs @variant("{kind}", "{name}") in '
            "transformer/variants/my_….py"
        )
    return _VARIANTS[kind, name]
