"""Plug in your own layer.

`python -m transformer.variants new attention mine` writes `my_mine.py` into this folder (git ignores
`my_*.py`): edit and save it. The app then lists it in its menus; train with it there, or with
`python -m transformer.training reverse --set attention=mine`. Without `new`, it lists all layers.

The contract of each kind, with the step methods that a layer can override one by one:

| kind | built as | called as | steps |
|---|---|---|---|
| attention | `Layer(d_model, heads, dropout)` | `layer(x, memory, mask, cache)` → (batch, query, d_model) | `rotate_positions score attention_mask scale hide normalise mix repeat_kv merge` |
| feed_forward | `Layer(d_model, d_ff, dropout)` | `layer(x)` → (batch, position, d_model) | `activate` |
| norm | `Layer(d_model)` | `layer(x)` → the same shape | |
| residual | `Layer(d_model, norm_order, dropout, norm)` | `layer(x, sublayer)` → the shape of x | `add` |
| position | `Layer(d_model, max_length)` | `layer(length, start)` → (length, d_model) | `encoding` |
| mask | put before the class of self-attention | `attention_mask(mask, scores)` → bool (query, key) | `attention_mask` |
| decoding | `Choice()` | `choice(log_p)`, (row, vocabulary) → (row,) tokens | |

`adapt.py` makes an attention of any `nn.Module`, for example of a course, without a change of its code.

To check the contracts, run `python -m transformer.contracts attention mine`. A layer that breaks a
contract on purpose says why: `no_promise = {"rows sum to one": "each weight is a sigmoid"}`.
"""

import importlib
import inspect
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import transformer.decoding  # noqa: F401  has the standard decoding
from transformer.diagnosis.source_line import begins
from transformer.registry import LAYERS, find, variant
from transformer.variants.blame import blamed

__all__ = [
    "VariantInfo",
    "blamed",
    "broken",
    "find",
    "all_variants",
    "mine",
    "source",
    "template",
    "variant",
    "write",
]
FOLDER = Path(__file__).parent
NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")


@dataclass(frozen=True)
class VariantInfo:
    """A layer that can replace the standard one."""

    kind: str
    name: str
    file: str  # "transformer/variants/rotary.py"
    line: int
    says: str  # the first line of its docstring
    source: str  # the paper, "Su et al. 2021"; "" where none is named
    yours: bool  # in a file my_….py

    def __str__(self) -> str:
        return f"{self.kind}={self.name}"


def all_variants() -> list[VariantInfo]:
    """Return all readable variants by kind; see `broken` for the files that cannot be read."""
    broken()
    return [
        _about(kind, name, layer)
        for kind, layers in LAYERS.items()
        for name, layer in layers.items()
        if name != "standard"
    ]


def mine() -> list[tuple[str, str]]:
    """Return kind and name of each layer in the readable files `my_*.py`."""
    return [(info.kind, info.name) for info in all_variants() if info.yours]


def source(kind: str, name: str) -> str:
    """Return the source of a layer, including the standard one."""
    return inspect.getsource(find(kind, name))


def template(kind: str, name: str) -> str:
    """Return the code of a new layer of this kind, under that name.

    Raises `ValueError` with the reason where the kind or the name is not allowed, or is taken.
    """
    if kind not in LAYERS:
        raise ValueError(
            f"the kind of layer '{kind}' does not exist; choose one of {', '.join(LAYERS)}"
        )
    if not NAME.fullmatch(name):
        raise ValueError(
            f"a layer cannot be called '{name}': use at most 30 lower-case letters a to z, digits and _, "
            "and begin with a letter"
        )
    broken()
    if name in LAYERS[kind]:
        raise ValueError(f"a {kind} called '{name}' already exists; choose another name")
    text = (Path(__file__).parent / "templates" / f"{kind}.py").read_text(encoding="utf-8")
    return text.replace('"NAME"', f'"{name}"')


def write(kind: str, name: str) -> Path:
    """Write the template of a kind to `my_NAME.py`. Raises `ValueError` as `template` does."""
    text, file = template(kind, name), FOLDER / f"my_{name}.py"
    try:
        with open(file, "x", encoding="utf-8", newline="\n") as new:
            new.write(text)
    except FileExistsError:
        raise ValueError(
            f"transformer/variants/{file.name} already exists: open it, or choose another name"
        ) from None
    return file


def take_back(name: str) -> None:
    """Delete a file that `write` has made. Raises `ValueError` if it is no longer the template."""
    file = FOLDER / f"my_{name}.py"
    if not NAME.fullmatch(name) or not file.is_file():
        raise ValueError(f"there is no file transformer/variants/my_{name}.py")
    templates = (Path(__file__).parent / "templates").glob("*.py")
    unchanged = (
        text.read_text(encoding="utf-8").replace('"NAME"', f'"{name}"') for text in templates
    )
    if file.read_text(encoding="utf-8", errors="replace") not in unchanged:
        raise ValueError(
            f"transformer/variants/{file.name} was edited after it was written, so it is not deleted from the page. "
            "Delete the file by hand"
        )
    file.unlink()
    sys.modules.pop(f"{__name__}.{file.stem}", None)
    for layers in LAYERS.values():
        if name in layers and layers[name].__module__.endswith(f".{file.stem}"):
            del layers[name]


def broken() -> dict[str, BaseException]:
    """Return the error that each unreadable file raises, by its name; the layers of the other files can be
    used.

    The shipped files come first, because their names are reserved.
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


def _about(kind: str, name: str, layer: type) -> VariantInfo:
    line = begins(layer)[1] or 1  # its file was just changed
    docstring, above = (inspect.getdoc(thing) or "" for thing in (layer, inspect.getmodule(layer)))
    papers = re.findall(r"\(((?:von )?[A-Z]\D[^()]*?\d{4})", f"{docstring} {above}")
    module = layer.__module__
    file = f"{module.replace('.', '/')}.py"
    return VariantInfo(
        kind,
        name,
        file,
        line,
        docstring.split("\n")[0],
        papers[0] if papers else "",
        ".my_" in module,
    )
