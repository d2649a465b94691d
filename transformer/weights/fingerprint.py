"""A fingerprint of the code that a model runs; it changes when the computation may have changed.

It is a hash of the syntax trees of the model's classes, and of every function, class and constant of this
package that they use. Comments, blank lines, docstrings and types are excluded. The hash is that of the
imported code, which is the code that runs, even if a file was edited since.
"""

import ast
import hashlib
import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from torch import nn

from transformer.registry import find
from transformer.weights import source

PACKAGE = __name__.split(".")[0]
ROOT = Path(__file__).resolve().parents[2]
APART = {f"{PACKAGE}.config"}  # it only selects layers; the config itself is on the card
# Node fields that are not in the source, or not in all Python versions.
SILENT = {"ctx", "kind", "type_comment", "type_params"}
Symbol = tuple[str, str]  # a module and a name in it


def fingerprint(model: nn.Module) -> str:
    """Return one fingerprint for all the code of a model."""
    return _hash(fingerprints(model))


def fingerprints(model: nn.Module) -> dict[str, str]:
    """Return one fingerprint for each file whose code the model runs, by "transformer/attention.py"."""
    classes = {c for module in model.modules() for c in type(module).__mro__}
    if (choice := getattr(model.config, "decoding", "standard")) != "standard":
        classes.add(find("decoding", choice))
    to_read = [(c.__module__, c.__qualname__) for c in classes]
    files: dict[str, dict[str, str]] = {}
    seen: set[Symbol] = set()
    source.remember()
    while to_read:
        module, name = symbol = to_read.pop()
        file = ROOT / f"{module.replace('.', '/')}.py"
        if symbol in seen or module.split(".")[0] != PACKAGE or module in APART:
            continue
        seen.add(symbol)
        tree, names = _definition(source.text_of(module, file), name)
        if tree:
            files.setdefault(file.relative_to(ROOT).as_posix(), {})[name] = tree
        to_read += [(module, other) if isinstance(other, str) else other for other in names]
    return {file: _hash(trees) for file, trees in sorted(files.items())}


def differing(card: dict, model: nn.Module) -> tuple[str, ...]:
    """Return the files whose code differs from the code that trained the model at any time; empty where the
    card does not store its code."""
    today = fingerprints(model)
    return tuple(dict.fromkeys(f for _, code in codes(card) for f in _other(code, today)))


def changed(card: dict) -> dict[int, tuple[str, ...]]:
    """Return after which steps of a training run which files changed, so that it continued with other code."""
    versions = codes(card)
    return {step: _other(old, new) for (_, old), (step, new) in pairwise(versions)}


def _other(before: dict, after: dict) -> tuple[str, ...]:
    files = {f: None for f in (*after, *before) if before.get(f) != after.get(f)}
    return tuple(files)


# ---- on a card: "code" is the last that trained, "codes" are all, if there was more than one ---------
def codes(card: dict, until: float = math.inf) -> list[tuple[int, dict[str, str]]]:
    """Return the code versions that trained a model, each with the step after which it began, up to a step."""
    code = card.get("code")
    versions = card.get("codes") or ([(0, code)] if isinstance(code, dict) else [])
    return [(step, code) for step, code in versions if step < until]


def up_to(card: dict, step: int) -> dict:
    """Return the card of a model as it was after that step of its training."""
    return _with(card, codes(card, max(step, 1)))


def gone_on(card: dict, step: int, today: dict[str, str]) -> dict:
    """Return the card of a training run that continues after that step with the current code."""
    before = codes(card, step)
    if step and not before:
        return card  # the code that trained it is unknown
    return _with(card, before if before and before[-1][1] == today else [*before, (step, today)])


def _with(card: dict, versions: list[tuple[int, dict[str, str]]]) -> dict:
    card = {name: value for name, value in card.items() if name not in ("code", "codes")}
    card |= {"code": versions[-1][1]} if versions else {}
    return card | ({"codes": [list(version) for version in versions]} if len(versions) > 1 else {})


@lru_cache(maxsize=512)
def _definition(text: bytes, name: str) -> tuple[str, tuple[str | Symbol, ...]]:
    """Return a module's definition of a name, and the names that it uses; for an imported name, its origin."""
    defined, imported = _module(text)
    if name in imported:
        return "", (imported[name],)
    if name not in defined:
        return "", ()
    nodes = list(ast.walk(defined[name]))
    return repr(_plain(defined[name])), tuple({n.id for n in nodes if isinstance(n, ast.Name)})


@lru_cache(maxsize=128)
def _module(text: bytes) -> tuple[dict[str, ast.AST], dict[str, Symbol]]:
    """Return the top-level definitions and the imports of a file, by name."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # the file is being edited and cannot run
        return {}, {}
    defined: dict[str, ast.AST] = {}
    imported: dict[str, Symbol] = {}
    for node in ast.walk(tree):
        for types in {"annotation", "returns"} & set(node._fields):
            setattr(node, types, None)
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


def _plain(node: Any) -> Any:
    """Return a syntax tree without positions, docstrings and differences between Python versions."""
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
