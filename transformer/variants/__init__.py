"""Where you plug in a layer of your own.

`python -m transformer.variants new attention mine` writes `my_mine.py` into this folder (git ignores
`my_*.py`): change it, and save. It then stands in the menus of the app; train with it there, or with
`python -m transformer.training reverse --set attention=mine`. Without `new`, it lists what there is.

The contract of each kind, and the methods that make one step each, for a layer that changes only that:

| kind | built as | called as | steps |
|---|---|---|---|
| attention | `Layer(d_model, heads, dropout)` | `layer(x, memory, mask, cache)` → (batch, query, d_model) | `rotate_positions score attention_mask scale hide normalise mix repeat_kv merge` |
| feed_forward | `Layer(d_model, d_ff, dropout)` | `layer(x)` → (batch, position, d_model) | `activate` |
| norm | `Layer(d_model)` | `layer(x)` → the same shape | |
| residual | `Layer(d_model, norm_order, dropout, norm)` | `layer(x, sublayer)` → the shape of x | `add` |
| position | `Layer(d_model, max_length)` | `layer(length, start)` → (length, d_model) | `encoding` |
| mask | put before the class of self-attention | `attention_mask(mask, scores)` → bool (query, key) | `attention_mask` |
| decoding | `Choice()` | `choice(log_p)`, (row, vocabulary) → (row,) tokens | |

What each must keep is measured: `python -m transformer.contracts attention mine`. Where a layer breaks
a contract on purpose it says why: `no_promise = {"rows sum to one": "each weight is a sigmoid"}`.
"""

import importlib
import inspect
import re
from dataclasses import dataclass
from pathlib import Path

import transformer.decoding  # noqa: F401  has the standard decoding
from transformer.diagnosis.source_line import begins
from transformer.registry import LAYERS, find, variant
from transformer.variants.blame import blamed

__all__ = ["Known", "blamed", "broken", "find", "known", "mine", "source", "variant", "write"]
FOLDER = Path(__file__).parent
NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")


@dataclass(frozen=True)
class Known:
    """A layer that can stand in the place of the standard one."""

    kind: str
    name: str
    file: str  # "transformer/variants/rotary.py"
    line: int
    says: str  # the first line of its docstring
    source: str  # the paper, "Su et al. 2021"; "" where none is named
    yours: bool  # in a file my_….py

    def __str__(self) -> str:
        return f"{self.kind}={self.name}"


def known() -> list[Known]:
    """All variants that can be read, kind by kind; see `broken` for the files that cannot."""
    broken()
    return [
        _about(kind, name, layer)
        for kind, layers in LAYERS.items()
        for name, layer in layers.items()
        if name != "standard"
    ]


def mine() -> list[tuple[str, str]]:
    """Kind and name of each layer in those files `my_*.py` that can be read."""
    return [(found.kind, found.name) for found in known() if found.yours]


def source(kind: str, name: str) -> str:
    """The source of a layer; of the standard one too."""
    return inspect.getsource(find(kind, name))


def write(kind: str, name: str) -> Path:
    """Copy the template of a kind to `my_NAME.py`, under that name.

    Raises `ValueError` with the reason where the kind or the name cannot be, or is taken.
    """
    file = FOLDER / f"my_{name}.py"
    if kind not in LAYERS:
        raise ValueError(f"there is no kind '{kind}' of layer; choose one of {', '.join(LAYERS)}")
    if not NAME.fullmatch(name):
        raise ValueError(
            f"a layer cannot be called '{name}': at most 30 small letters a to z, digits and _, "
            "a letter at the beginning"
        )
    broken()
    if name in LAYERS[kind]:
        raise ValueError(f"there is a {kind} called '{name}' already; give yours another name")
    text = (Path(__file__).parent / "templates" / f"{kind}.py").read_text(encoding="utf-8")
    try:
        with open(file, "x", encoding="utf-8") as new:
            new.write(text.replace('"NAME"', f'"{name}"'))
    except FileExistsError:
        raise ValueError(
            f"transformer/variants/{file.name} is there already: open it, or choose another name"
        ) from None
    return file


def broken() -> dict[str, BaseException]:
    """What a file raises when it is read, by its name; the layers of the others can be used.

    Those that ship come first, since nobody else may take their names.
    """
    wrong: dict[str, BaseException] = {}
    ships = sorted(file.stem for file in Path(__file__).parent.glob("[a-z]*.py"))
    for file in [name for name in ships if not name.startswith("my_")] + _my_files():
        try:
            importlib.import_module(f"{__name__}.{file}")
        except (Exception, SystemExit) as error:
            wrong[f"{file}.py"] = error
    return wrong


def _my_files() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("my_*.py"))


def _about(kind: str, name: str, layer: type) -> Known:
    line = begins(layer)[1] or 1  # its file was just changed
    said, above = (inspect.getdoc(thing) or "" for thing in (layer, inspect.getmodule(layer)))
    papers = re.findall(r"\(((?:von )?[A-Z]\D[^()]*?\d{4})", f"{said} {above}")
    module = layer.__module__
    file = f"{module.replace('.', '/')}.py"
    return Known(
        kind, name, file, line, said.split("\n")[0], papers[0] if papers else "", ".my_" in module
    )
