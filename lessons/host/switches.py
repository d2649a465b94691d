"""What all code of a process shares: the functions of Python and torch, and torch's switches.

A layer that replaces `torch.softmax`, or switches gradients off, changes every other layer, and goes on
doing so when its file is mended: modules that are imported stay.
"""

import builtins
import sys
from collections.abc import Callable, Iterator

# Taken here, so that they still work when somebody has replaced them.
_set, _delete, _vars, _is_class = setattr, delattr, vars, isinstance
_class = type
FOLLOWS = {"Storage"}  # torch sets it itself, with the kind of number of new tensors

MODULES = (
    *("builtins", "math", "os", "random", "time", "torch", "torch.linalg", "torch.nn"),
    *("torch.nn.functional", "torch.nn.init"),
)


def _watched() -> Iterator[tuple[str, object]]:
    """Modules and classes with functions that somebody could replace."""
    import torch

    for name in MODULES:
        yield name, sys.modules[name]
    yield "torch.Tensor", torch.Tensor
    for name, value in list(_vars(torch.nn).items()):
        if _is_class(value, _class):
            yield f"torch.nn.{name}", value


def _switches() -> dict[str, tuple[Callable, Callable]]:
    """Of each switch how it is read, and how it is set back."""
    import torch

    return {
        "gradients": (torch.is_grad_enabled, torch.set_grad_enabled),
        "the kind of number of new tensors": (torch.get_default_dtype, torch.set_default_dtype),
        "torch's threads": (torch.get_num_threads, torch.set_num_threads),
        "the device of new tensors": (torch.get_default_device, torch.set_default_device),
        "torch's deterministic algorithms": (
            torch.are_deterministic_algorithms_enabled,
            torch.use_deterministic_algorithms,
        ),
        "the search for anomalies": (torch.is_anomaly_enabled, torch.autograd.set_detect_anomaly),
        "Python's limit of recursion": (sys.getrecursionlimit, sys.setrecursionlimit),
    }


def _hides(owner: object, attribute: str) -> bool:
    """Whether what was added stands before something: `torch.Tensor.softmax` is in a class below it,
    and a name among the builtins stands in every file."""
    if owner is builtins:
        return attribute != "_"  # the last answer of a prompt
    below = owner.__mro__[1:] if _is_class(owner, _class) else ()
    return not attribute.startswith("__") and any(attribute in _vars(base) for base in below)


class Shared:
    """How it stands now; `put_back` says what has changed since, and undoes it."""

    def __init__(self):
        self.owners = [(name, owner, dict(_vars(owner))) for name, owner in _watched()]
        self.switches = _switches()
        self.values = {name: read() for name, (read, _) in self.switches.items()}

    def put_back(self) -> list[str]:
        """The names of what had changed: "torch.softmax", "gradients"."""
        found = []
        for name, owner, before in self.owners:
            now = _vars(owner)
            for attribute, value in before.items():
                if now.get(attribute) is not value and attribute not in FOLLOWS:
                    _set(owner, attribute, value)
                    found.append(f"{name}.{attribute}")
            for attribute in [a for a in now if a not in before and _hides(owner, a)]:
                _delete(owner, attribute)
                found.append(f"{name}.{attribute}")
        for name, (read, write) in self.switches.items():
            if read() != self.values[name]:
                write(self.values[name])
                found.append(name)
        return found
