"""A device that does not exist: its tensors say that they are on `OTHER`, and they are computed on the CPU.

So a computer without a GPU runs what would run on one, with real numbers, and an operation that combines
tensors of two devices raises an error, as on a GPU. PyTorch's "meta" device lends its name, because every
build has it. Its own tensors have no numbers, so a layer that asks for one would fail on it, although it
works on a GPU.
"""

from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

OTHER = torch.device("meta")
aten = torch.ops.aten
COPIES = (aten._to_copy.default, aten.copy_.default)
INDEXES = (aten.index.Tensor, aten.index_put.default, aten.index_put_.default)  # may be on the CPU


class DevicesDiffer(RuntimeError):
    """An operation combined tensors of two devices."""


class Elsewhere(Tensor):
    """A tensor on `OTHER`; `held` has its numbers."""

    held: Tensor

    @staticmethod
    def __new__(cls, held: Tensor) -> "Elsewhere":
        made = Tensor._make_wrapper_subclass(
            cls, held.size(), held.stride(), held.storage_offset(), dtype=held.dtype, device=OTHER
        )
        made.held = held
        return made

    def __repr__(self, **_: Any) -> str:  # type: ignore[override]
        return f"Elsewhere({self.held})"

    @classmethod
    def __torch_dispatch__(  # type: ignore[override]
        cls, operation: Any, types: Any, arguments: tuple = (), options: dict | None = None
    ) -> Any:
        return run(operation, arguments, options or {})


class FromNumbers(TorchFunctionMode):
    """Make tensors from Python numbers on the CPU first. PyTorch would drop the numbers on "meta"."""

    def __torch_function__(
        self, function: Any, types: Any, args: tuple = (), kwargs: dict | None = None
    ) -> Any:
        options = dict(kwargs or {})
        if function is Tensor.new_tensor:
            options = {"dtype": args[0].dtype, "device": args[0].device} | options
            function, args = torch.tensor, args[1:]
        device = options.get("device")
        if function in (torch.tensor, torch.as_tensor) and device and torch.device(device) == OTHER:
            return function(*args, **options | {"device": "cpu"}).to(OTHER)
        return function(*args, **options)


class OtherDevice(TorchDispatchMode):
    """Inside this context `OTHER` can be used as any device."""

    def __enter__(self) -> "OtherDevice":
        self.numbers = FromNumbers().__enter__()
        return super().__enter__()

    def __exit__(self, *error: Any) -> None:
        super().__exit__(*error)
        self.numbers.__exit__(*error)

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # otherwise PyTorch first imports its compiler, which takes seconds

    def __torch_dispatch__(
        self, operation: Any, types: Any, arguments: tuple = (), options: dict | None = None
    ) -> Any:
        return run(operation, arguments, options or {})


def run(operation: Any, arguments: tuple, options: dict) -> Any:
    """Run an operation on the CPU; the result is on the device of the arguments, or on that of `device=`."""
    device, values = options.get("device"), tree_leaves((arguments, options))
    tensors = [value for value in values if isinstance(value, Tensor)]
    there = [value for value in tensors if isinstance(value, Elsewhere)]
    copies = operation in COPIES
    indexed = operation in INDEXES and isinstance(arguments[0], Elsewhere)
    stray = [v for v in tensors if not isinstance(v, Elsewhere) and v.dim()]
    if there and stray and not copies and not indexed:
        shapes = " and ".join(" × ".join(map(str, v.shape)) for v in stray)
        raise DevicesDiffer(f"{operation} mixes devices: a tensor ({shapes}) is on the CPU")
    here = {k: torch.device("cpu") if k == "device" else held(v) for k, v in options.items()}
    result = operation(*held(arguments), **here)
    if operation is aten.copy_.default:
        return arguments[0]
    elsewhere = bool(there) if device is None else torch.device(device) == OTHER
    if not elsewhere:
        return result
    # What was changed in place stays the tensor that it was.
    own = {id(value.held): value for value in there}

    def there_too(value: Any) -> Any:
        if not isinstance(value, Tensor):
            return value
        return own[id(value)] if id(value) in own else Elsewhere(value)

    return tree_map(there_too, result)


def held(values: Any) -> Any:
    return tree_map(lambda v: v.held if isinstance(v, Elsewhere) else v, values)
