"""Data types, type promotion, and devices."""

import math

import numpy as np

from numpy_torch.refusal import refuse


class Size(tuple):
    """A shape: a tuple that knows its number of elements."""

    def numel(self):
        return math.prod(self)

    def __getitem__(self, key):
        found = super().__getitem__(key)
        return Size(found) if isinstance(key, slice) else found

    def __add__(self, other):
        return Size(tuple(self) + tuple(other))

    def __repr__(self):
        return f"torch.Size({list(self)})"


class dtype:
    """A data type under torch's name, with the corresponding numpy type."""

    is_complex = False

    def __init__(self, name, kind):
        self.name, self.np = name, np.dtype(kind)
        self.is_floating_point = self.np.kind == "f"
        self.is_signed = self.np.kind in "if"
        self.itemsize = self.np.itemsize

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return named, (self.name,)


_NAMES = "float32 float64 float16 int64 int32 int16 int8 uint8 bool"
BY_NAME = {name: dtype(name, name) for name in _NAMES.split()}
BY_NUMPY = {one.np: one for one in BY_NAME.values()}
SHORT = {"float": "float32", "double": "float64", "half": "float16", "long": "int64", "int": "int32",
         "short": "int16"}  # fmt: skip
BY_NAME |= {short: BY_NAME[name] for short, name in SHORT.items()}
default = [BY_NAME["float32"]]


def named(name):
    return BY_NAME[name]


def of(array):
    """Return torch's name for the type of an array."""
    if array.dtype not in BY_NUMPY:
        raise refuse(f"The dtype {array.dtype}")
    return BY_NUMPY[array.dtype]


_SCALAR_TYPES = {"float32": "Float", "float64": "Double", "float16": "Half", "int64": "Long", "int32": "Int",
                 "int16": "Short", "int8": "Char", "uint8": "Byte", "bool": "Bool"}  # fmt: skip


def scalar_type(kind):
    """Return the name of a data type in torch's error messages."""
    return _SCALAR_TYPES.get(np.dtype(kind).name, np.dtype(kind).name)


def numpy_kind(kind):
    """Return numpy's name for a `dtype=` argument; None if none is given."""
    if kind is None:
        return None
    return kind.np if isinstance(kind, dtype) else np.dtype(kind)


def converted(value, kind):
    """Convert a number to a data type, or raise torch's error if it is out of range. −1 is the largest uint8."""
    value = np.asarray(value)
    if kind.kind in "iu":
        range_ = np.iinfo(kind)
        least = -range_.max if kind.kind == "u" and value.dtype.kind != "f" else range_.min
        if not np.all((least <= value) & (value <= range_.max)):
            raise RuntimeError(f"value cannot be converted to type {kind.name}_t without overflow")
    return value.astype(kind)


def set_default_dtype(kind):
    default[0] = kind


def get_default_dtype():
    return default[0]


LEVEL = {"b": 0, "u": 1, "i": 1, "f": 2}


def promoted(*values):
    """Promote types by torch's rule: a 0-dimensional tensor or a plain number counts only if it
    is of a higher category (bool, integer, float) than the types before it."""
    winner, level = None, -1
    for rank in (0, 1, 2):  # tensors with axes, without, plain numbers
        kinds = [_kind(value) for value in values if _rank(value) == rank]
        highest = max((LEVEL[kind.kind] for kind in kinds), default=-1)
        if highest > level:
            winner, level = (
                np.result_type(*(k for k in kinds if LEVEL[k.kind] == highest)),
                highest,
            )
    return winner


def _rank(value):
    return (0 if value.ndim else 1) if isinstance(value, np.ndarray) else 2


def _kind(value):
    if isinstance(value, np.ndarray):
        return value.dtype
    if isinstance(value, bool | np.bool_):
        return np.dtype(bool)
    if not isinstance(value, int | float | np.number):
        raise TypeError(f"expected a Tensor or a number, but got {type(value).__name__}")
    return np.dtype(np.int64) if isinstance(value, int | np.integer) else default[0].np


def alike(*values):
    """Convert values to one type, for an operation of numpy."""
    kinds = {getattr(value, "dtype", None) for value in values}
    if len(kinds) == 1 and None not in kinds:
        return values
    x, y = values if len(values) == 2 else (None, None)
    if isinstance(x, np.ndarray) and x.dtype.kind == "f" and type(y) in (int, float):
        kind = x.dtype  # as `promoted` finds; most come here
    else:
        kind = promoted(*values)
    return tuple(np.asarray(value, kind) for value in values)


def real(x):
    """Convert integers to floats, as before a root or a logarithm."""
    return x if x.dtype.kind == "f" else x.astype(default[0].np)


class device:
    """A device: "cpu", or "meta" for tensors with a shape but no data. A `with` block makes it the default."""

    usual = ["cpu"]

    def __init__(self, name="cpu", index=None):
        kind, _, number = str(name).partition(":")
        self.type, self.index = kind, int(number) if number else index
        if kind not in ("cpu", "meta"):
            raise refuse(f"The device '{name}'")

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self):
        return f"device(type='{self.type}')"

    def __eq__(self, other):
        return isinstance(other, device) and str(other) == str(self)

    def __hash__(self):
        return hash(str(self))

    def __enter__(self):
        device.usual.append(self.type)
        return self

    def __exit__(self, *_):
        device.usual.pop()


def is_meta(where):
    """Say whether a `device=`, or otherwise the default device, is "meta"."""
    return (device.usual[-1] if where is None else str(where)) == "meta"
