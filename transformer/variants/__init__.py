"""Where you plug in a layer of your own.

Copy `template.py` to `my_something.py` in this folder (git ignores `my_*.py`), change it, and train
with it: `python -m transformer.training reverse --set attention=mine`. Every picture and check then
follows your layer.

The contract of each kind, and the methods that make one step each, for a layer that changes only that:

| kind | built as | called as | steps |
|---|---|---|---|
| attention | `Layer(d_model, heads, dropout)` | `layer(x, memory, mask, cache)` → (batch, query, d_model) | `place score allow scale hide normalise mix merge` |
| feed_forward | `Layer(d_model, d_ff, dropout)` | `layer(x)` → (batch, position, d_model) | `activate` |
| norm | `Layer(d_model)` | `layer(x)` → the same shape | |
| position | `Layer(d_model, max_length)` | `layer(length, start)` → (length, d_model) | `code` |
| residual | `Layer(d_model, norm_order, dropout, norm)` | `layer(x, sublayer)` → the shape of x | `add` |
"""

import importlib
from pathlib import Path

from transformer.config import LAYERS, find, variant

__all__ = ["broken", "find", "mine", "variant"]


def mine() -> list[tuple[str, str]]:
    """Kind and name of each layer in those files `my_*.py` that can be read; see `broken`."""
    broken()
    return [
        (kind, name)
        for kind, layers in LAYERS.items()
        for name, layer in layers.items()
        if ".my_" in layer.__module__
    ]


def broken() -> dict[str, Exception]:
    """What a file raises when it is read, by its name; the layers of the others can be used.

    Those that ship come first, since nobody else may take their names.
    """
    wrong, ships = {}, sorted(file.stem for file in Path(__file__).parent.glob("[a-z]*.py"))
    for file in [name for name in ships if not name.startswith("my_")] + _my_files():
        try:
            importlib.import_module(f"{__name__}.{file}")
        except Exception as error:
            wrong[f"{file}.py"] = error
    return wrong


def _my_files() -> list[str]:
    return sorted(file.stem for file in Path(__file__).parent.glob("my_*.py"))
