"""State that all code of a process shares: the functions of Python and torch, and torch's switches.

A layer can replace them in the process that runs it. If something fails afterwards, the report names the
replacing line, not the line that happened to call.
"""

import ast
import builtins
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

from lessons.host.locations import Mistake
from lessons.host.source import ROOT, last_changed

FOLLOWS = {"Storage"}  # torch sets it with the default dtype of new tensors
MODULES = (
    *("builtins", "math", "os", "random", "time", "json", "torch", "torch.linalg", "torch.nn"),
    *("torch.nn.functional", "torch.nn.init"),
)
SWITCHED_BY = {  # shared settings → the calls that change them
    "gradients": ("set_grad_enabled", "no_grad", "inference_mode", "__enter__"),
    "the default dtype for tensors": ("set_default_dtype", "set_default_tensor_type"),
    "the default device for tensors": ("set_default_device",),
    "torch’s deterministic algorithms": ("use_deterministic_algorithms",),
    "Python’s recursion limit": ("setrecursionlimit",),
}
# Saved here, so that they still work after a replacement.
_set, _delete, _vars, _is, _kind, _list = setattr, delattr, vars, isinstance, type, list
_before: list[tuple[str, object, dict]] = []  # modules and classes with their original objects
_switched: dict[str, object] = {}
_found: list[str] = []  # the names that had changed and were restored


def save_state() -> None:
    """Save the state before any student code runs."""
    _before.extend((name, owner, dict(vars(owner))) for name, owner in _watched())
    _switched.update({name: read() for name, read in _switches().items()})


def restore() -> None:
    """Undo all replacements, first of all after an error, because explaining an error needs
    `len`."""
    for name, owner, before in _before:
        now = _vars(owner)
        for attribute, value in before.items():
            if now.get(attribute) is not value and attribute not in FOLLOWS:
                _set(owner, attribute, value)
                _found.append(f"{name}.{attribute}")
        for attribute in [a for a in _list(now) if a not in before and _shadows(owner, a)]:
            _delete(owner, attribute)
            _found.append(f"{name}.{attribute}")


def blame_patch(then: Mistake) -> Mistake:
    """Explain an error after a replacement, naming the replacing line first. Return it unchanged if nothing was
    replaced or the line is unknown."""
    switched = (
        [name for name, read in _switches().items() if read() != _switched[name]] if _before else ()
    )
    for name in dict.fromkeys((*_found, *switched)):
        location, line = _line_of(name)
        if location:
            did = "changes" if name in SWITCHED_BY else "replaces"
            sentence = f"{location} {did} {name.removeprefix('builtins.')} for all code, which then fails: {then.sentence}"
            return Mistake(sentence, location, line, then.trace)
    return then


def _watched() -> Iterator[tuple[str, object]]:
    """Return the modules and classes with functions that code could replace."""
    import torch

    for name in MODULES:
        yield name, sys.modules[name]
    yield "torch.Tensor", torch.Tensor
    yield "threading.Thread", threading.Thread
    for name, value in list(vars(torch.nn).items()):
        if isinstance(value, type):
            yield f"torch.nn.{name}", value


def _switches() -> dict[str, Callable]:
    """Return the function that reads each switch."""
    import torch

    return {
        "gradients": torch.is_grad_enabled,
        "the default dtype for tensors": torch.get_default_dtype,
        "the default device for tensors": torch.get_default_device,
        "torch’s deterministic algorithms": torch.are_deterministic_algorithms_enabled,
        "Python’s recursion limit": sys.getrecursionlimit,
    }


def _shadows(owner: object, attribute: str) -> bool:
    """Say whether an added name hides another one: `torch.Tensor.softmax` is in a class below it,
    and a builtin is visible in every file."""
    if owner is builtins:
        return attribute != "_"  # the last result of a prompt
    below = owner.__mro__[1:] if _is(owner, _kind) else ()  # type: ignore[attr-defined]  # a class
    return attribute[:2] != "__" and True in [attribute in _vars(base) for base in below]


def _line_of(name: str) -> tuple[str, str]:
    """Return place and line where "torch.softmax" is set, or "gradients" are switched off, in a file that a student
    edited. Libraries such as `torch.compile` also replace things, but not in these files."""
    sought = SWITCHED_BY.get(name) or (name.rpartition(".")[2],)
    mine = [file.relative_to(ROOT).as_posix() for file in ROOT.glob("transformer/*/my_*.py")]
    for file in dict.fromkeys((*last_changed(), *mine)):
        with suppress(OSError, SyntaxError, ValueError):
            text = (ROOT / file).read_text(encoding="utf-8")
            names_in = _calls if name in SWITCHED_BY else _sets
            code = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.expr | ast.stmt)]
            if lines := [node.lineno for node in code if names_in(node) & {*sought}]:
                return f"{file}:{min(lines)}", text.splitlines()[min(lines) - 1].strip()
    return "", ""


def _calls(node: ast.AST) -> set[str]:
    """Return the name that a piece of code calls: "set_grad_enabled" for `torch.set_grad_enabled(False)`."""
    return {ast.unparse(node.func).rpartition(".")[2]} if isinstance(node, ast.Call) else set()


def _sets(node: ast.AST) -> set[str]:
    """Return the names that a piece of code could replace: `x.name = …`, `x["name"] = …`, `setattr(x, "name", …)`."""
    names: set[str] = set()
    for target in getattr(node, "targets", []):
        if isinstance(target, ast.Attribute):
            names.add(target.attr)
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
            names.add(str(target.slice.value))
    if isinstance(node, ast.Call) and _calls(node) & {"setattr", "patch"}:
        names |= {str(a.value) for a in node.args if isinstance(a, ast.Constant)}
    return names
