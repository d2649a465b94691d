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
"""

import importlib
from pathlib import Path

from torch import nn

from transformer.attention import MultiHeadAttention
from transformer.layers import FeedForward

_VARIANTS: dict[tuple[str, str], type] = {
    ("attention", "standard"): MultiHeadAttention,
    ("feed_forward", "standard"): FeedForward,
    ("norm", "standard"): nn.LayerNorm,
}


def variant(kind: str, name: str):
    """Class decorator: `@variant("attention", "mine")` makes a layer available under that name."""

    def keep(layer: type) -> type:
        _VARIANTS[kind, name] = layer
        return layer

    return keep


def find(kind: str, name: str) -> type:
    """The layer class of that kind and name; files `my_*.py` of this folder are read if needed."""
    if (kind, name) not in _VARIANTS:
        for file in sorted(Path(__file__).parent.glob("my_*.py")):
            importlib.import_module(f"{__name__}.{file.stem}")
    if (kind, name) not in _VARIANTS:
        known = [n for k, n in _VARIANTS if k == kind]
        raise ValueError(
            f"no {kind} is called '{name}'; known: {', '.join(known)}. "
            f'A layer of your own needs @variant("{kind}", "{name}") in '
            "transformer/variants/my_….py"
        )
    return _VARIANTS[kind, name]
