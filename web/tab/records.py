"""Data as bytes: plain values, arrays, and the project's own dataclasses and named tuples.

Reading calls nothing but these classes' own fields, whatever the bytes contain. `lessons.host.wire` encodes the rest.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from datetime import date
from importlib import import_module
from pathlib import PurePath
from typing import Any

import numpy as np

from lessons.host import wire

PLAIN = (type(None), bool, int, float, str, bytes, date)
COLLECTIONS = (list, tuple, set, frozenset)
OURS = ("lessons", "transformer")


class Unreadable(TypeError):
    """Raised for what is not data of this project."""

    def __init__(self, name: str):
        super().__init__(
            f"{name} is not data of this project. "
            "Answers can contain only the project’s figures, numbers and texts"
        )


def pack(value: Any) -> bytes:
    """Encode data as bytes. Raises `Unreadable` for anything else, for example a model."""
    _check(value)
    return wire.pack(value, _as_fields)


def read(packed: bytes) -> Any:
    """Decode the data. Raises `Unreadable` if it names anything but a class of ours that only holds data."""
    return wire.unpack(packed, _from_fields)


def _check(value: Any) -> None:
    if type(value) in PLAIN or isinstance(value, PurePath | np.generic):
        return
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        return
    for part in _parts(value):
        _check(part)


def _parts(value: Any) -> Iterable[Any]:
    if type(value) is dict:
        return [*value, *value.values()]
    if type(value) in COLLECTIONS:
        return value
    return _as_fields(value)["fields"]


def _as_fields(value: Any) -> dict[str, Any]:
    """Return the class of an object and the values of its fields."""
    kind = type(value)
    _class(kind.__module__, kind.__qualname__)
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else vars(kind)["_fields"]
    return {
        "module": kind.__module__,
        "name": kind.__qualname__,
        "fields": [getattr(value, name) for name in names],
    }


def _from_fields(described: dict[str, Any]) -> Any:
    """Build the object from its fields, without running its checks again."""
    kind, values = _class(described["module"], described["name"]), described["fields"]
    if hasattr(kind, "_make"):
        return kind._make(values)
    made = object.__new__(kind)
    for field, value in zip(fields(kind), values, strict=True):
        object.__setattr__(made, field.name, value)
    return made


def _class(module: str, name: str) -> Any:
    """Return a dataclass or a named tuple of ours; another module can only be named, not entered, through ours."""
    if module.partition(".")[0] in OURS:
        kind = vars(import_module(module)).get(name)
        holds_data = (
            is_dataclass(kind) or issubclass(kind, tuple) if isinstance(kind, type) else False
        )
        if holds_data and kind.__module__ == module:
            return kind
    raise Unreadable(f"{module}.{name}")
