"""What all code of a process shares: the functions of Python and torch, and torch's switches.

A layer may replace them, in the process that runs it. Where something fails afterwards, the line that
replaced is to blame, and not the one that happened to call.
"""

import ast
import builtins
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

from lessons.host.locations import Mistake
from lessons.host.source import ROOT, last_changed

FOLLOWS = {"Storage"}  # torch sets it itself, with the kind of number of new tensors
MODULES = (
    *("builtins", "math", "os", "random", "time", "json", "torch", "torch.linalg", "torch.nn"),
    *("torch.nn.functional", "torch.nn.init"),
)
SWITCHED_BY = {  # the calls that change what all code shares, by what they change
    "gradients": ("set_grad_enabled", "no_grad", "inference_mode", "__enter__"),
    "the kind of number of new tensors": ("set_default_dtype", "set_default_tensor_type"),
    "the device of new tensors": ("set_default_device",),
    "torch's deterministic algorithms": ("use_deterministic_algorithms",),
    "Python's limit of recursion": ("setrecursionlimit",),
}
# Taken here, so that they still work when somebody has replaced them.
_set, _delete, _vars, _is, _kind, _list = setattr, delattr, vars, isinstance, type, list
_before: list[tuple[str, object, dict]] = []  # modules and classes: what their names stood for
_switched: dict[str, object] = {}
_found: list[str] = []  # the names of what had changed when it was put back


def remember() -> None:
    """How everything stands before any code of a student has run."""
    _before.extend((name, owner, dict(vars(owner))) for name, owner in _watched())
    _switched.update({name: read() for name, read in _switches().items()})


def put_back() -> None:
    """Undo what was replaced, first of all when something has failed: whoever puts an error into words needs
    `len`."""
    for name, owner, before in _before:
        now = _vars(owner)
        for attribute, value in before.items():
            if now.get(attribute) is not value and attribute not in FOLLOWS:
                _set(owner, attribute, value)
                _found.append(f"{name}.{attribute}")
        for attribute in [a for a in _list(now) if a not in before and _hides(owner, a)]:
            _delete(owner, attribute)
            _found.append(f"{name}.{attribute}")


def blamed(then: Mistake) -> Mistake:
    """What is said of an error that came up after something was replaced: that line first. The same again where
    nothing was, or nobody knows in which line."""
    switched = (
        [name for name, read in _switches().items() if read() != _switched[name]] if _before else ()
    )
    for name in dict.fromkeys((*_found, *switched)):
        location, line = _line_of(name)
        if location:
            did = "changes" if name in SWITCHED_BY else "replaces"
            sentence = f"{location} {did} {name.removeprefix('builtins.')} for all code, and then: {then.sentence}"
            return Mistake(sentence, location, line, then.trace)
    return then


def _watched() -> Iterator[tuple[str, object]]:
    """Modules and classes with functions that somebody could replace."""
    import torch

    for name in MODULES:
        yield name, sys.modules[name]
    yield "torch.Tensor", torch.Tensor
    for name, value in list(vars(torch.nn).items()):
        if isinstance(value, type):
            yield f"torch.nn.{name}", value


def _switches() -> dict[str, Callable]:
    """Of each switch how it is read."""
    import torch

    return {
        "gradients": torch.is_grad_enabled,
        "the kind of number of new tensors": torch.get_default_dtype,
        "the device of new tensors": torch.get_default_device,
        "torch's deterministic algorithms": torch.are_deterministic_algorithms_enabled,
        "Python's limit of recursion": sys.getrecursionlimit,
    }


def _hides(owner: object, attribute: str) -> bool:
    """Whether what was added stands before something: `torch.Tensor.softmax` is in a class below it,
    and a name among the builtins stands in every file."""
    if owner is builtins:
        return attribute != "_"  # the last answer of a prompt
    below = owner.__mro__[1:] if _is(owner, _kind) else ()
    return attribute[:2] != "__" and True in [attribute in _vars(base) for base in below]


def _line_of(name: str) -> tuple[str, str]:
    """Place and line where "torch.softmax" is set, or "gradients" are switched off, in a file that a student
    has edited. Libraries replace things too, `torch.compile` for one: they stand in no such file."""
    sought = SWITCHED_BY.get(name) or (name.rpartition(".")[2],)
    mine = [file.relative_to(ROOT).as_posix() for file in ROOT.glob("transformer/*/my_*.py")]
    for file in dict.fromkeys((*last_changed(), *mine)):
        with suppress(OSError, SyntaxError, ValueError):
            text = (ROOT / file).read_text(encoding="utf-8")
            found = _calls if name in SWITCHED_BY else _sets
            if lines := [n.lineno for n in ast.walk(ast.parse(text)) if found(n) & {*sought}]:
                return f"{file}:{min(lines)}", text.splitlines()[min(lines) - 1].strip()
    return "", ""


def _calls(node: ast.AST) -> set[str]:
    """The name that a piece of code calls: of `torch.set_grad_enabled(False)` "set_grad_enabled"."""
    return {ast.unparse(node.func).rpartition(".")[2]} if isinstance(node, ast.Call) else set()


def _sets(node: ast.AST) -> set[str]:
    """The names that a piece of code could replace: `x.name = …`, `x["name"] = …`, `setattr(x, "name", …)`."""
    found: set[str] = set()
    for target in getattr(node, "targets", []):
        if isinstance(target, ast.Attribute):
            found.add(target.attr)
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
            found.add(str(target.slice.value))
    if _calls(node) & {"setattr", "patch"}:
        found |= {str(a.value) for a in node.args if isinstance(a, ast.Constant)}
    return found
