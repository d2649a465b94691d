"""A fingerprint of the code that a model runs: it changes when what is computed may have changed.

Of the classes of a model, and of every function, class and constant of this package that they name, the
syntax tree is taken. Comments, blank lines and docstrings are not in it.
"""

import ast
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from torch import nn

from transformer.config import find

PACKAGE = __name__.split(".")[0]
ROOT = Path(__file__).resolve().parents[2]
APART = {f"{PACKAGE}.config"}  # finds layers and computes nothing; the config itself is on the card
# Of a node: not written, or not in all Pythons.
SILENT = {"ctx", "kind", "type_comment", "type_params"}
Place = tuple[str, str]  # a module and a name in it


def fingerprint(model: nn.Module) -> str:
    """One for all the code of a model."""
    return _hash(fingerprints(model))


def fingerprints(model: nn.Module) -> dict[str, str]:
    """One for each file whose code the model runs, by "transformer/attention.py"."""
    classes = {c for module in model.modules() for c in type(module).__mro__}
    if (choice := getattr(model.config, "decoding", "standard")) != "standard":
        classes.add(find("decoding", choice))
    to_read, files = [(c.__module__, c.__qualname__) for c in classes], {}
    seen: set[Place] = set()
    while to_read:
        module, name = place = to_read.pop()
        file = ROOT / f"{module.replace('.', '/')}.py"
        if place in seen or module.split(".")[0] != PACKAGE or module in APART or not file.exists():
            continue
        seen.add(place)
        tree, names = _definition(file, file.stat().st_mtime_ns, name)
        if tree:
            files.setdefault(file.relative_to(ROOT).as_posix(), {})[name] = tree
        to_read += [(module, other) if isinstance(other, str) else other for other in names]
    return {file: _hash(trees) for file, trees in sorted(files.items())}


def differing(card: dict, model: nn.Module) -> tuple[str, ...]:
    """The files whose code is not that of the card; none where the card says nothing of its code."""
    trained, today = card.get("code"), fingerprints(model)
    # The card of a run may come from anywhere.
    if not isinstance(trained, dict) or trained == today:
        return ()
    return tuple(f for f in today if trained.get(f) != today[f]) or (f"{PACKAGE}/",)


@lru_cache(maxsize=512)
def _definition(file: Path, changed: int, name: str) -> tuple[str, tuple[str | Place, ...]]:
    """What a module says of a name, and which others that needs; of an imported name, where it is from."""
    defined, imported = _module(file, changed)
    if name in imported:
        return "", (imported[name],)
    if name not in defined:
        return "", ()
    nodes = list(ast.walk(defined[name]))
    return repr(_plain(defined[name])), tuple({n.id for n in nodes if isinstance(n, ast.Name)})


@lru_cache(maxsize=128)
def _module(file: Path, changed: int) -> tuple[dict[str, ast.AST], dict[str, Place]]:
    """What a file defines at its top, and what it imports, by name."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):  # just being edited: nothing that runs
        return {}, {}
    defined, imported = {}, {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            imported |= {a.asname or a.name: (node.module, a.name) for a in node.names}
        else:
            defined |= dict.fromkeys(_names(node), node)
    return defined, imported


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))


def _plain(node):
    """A syntax tree without places, docstrings and what differs between versions of Python."""
    if isinstance(node, list):
        return [_plain(part) for part in node]
    if not isinstance(node, ast.AST):
        return node
    fields = [(n, v) for n, v in ast.iter_fields(node) if n not in SILENT and v not in (None, [])]
    if isinstance(node, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
        fields = [(n, v[1:] if n == "body" else v) for n, v in fields]
    return type(node).__name__, [(n, _plain(v)) for n, v in fields]


def _hash(parts: dict[str, str]) -> str:
    return hashlib.blake2b(repr(sorted(parts.items())).encode(), digest_size=8).hexdigest()
