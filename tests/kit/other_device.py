"""A device that is not there: tensors that say `OTHER` and are computed on the CPU.

A machine without a GPU can so run what would run on one, with real numbers, and an operation between
tensors of two devices is an error, as it is there. (torch's own `FakeTensorMode` has shapes but no
numbers, and without CUDA it cannot go backward.) PyTorch's "meta" device lends its name: it exists in
every build.
"""

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

OTHER = torch.device("meta")


class Elsewhere(torch.Tensor):
    """A tensor on `OTHER`; `held` has its numbers."""

    @staticmethod
    def __new__(cls, held: torch.Tensor):
        made = torch.Tensor._make_wrapper_subclass(
            cls, held.size(), held.stride(), held.storage_offset(), dtype=held.dtype, device=OTHER
        )
        made.held = held
        return made

    def __repr__(self, **_) -> str:
        return f"Elsewhere({self.held})"

    @classmethod
    def __torch_dispatch__(cls, operation, types, arguments=(), options=None):
        return run(operation, arguments, options or {})


class OtherDevice(TorchDispatchMode):
    """Inside this context `OTHER` can be used as any device."""

    def __torch_dispatch__(self, operation, types, arguments=(), options=None):
        return run(operation, arguments, options or {})


def run(operation, arguments, options):
    """Do it on the CPU; the result lies where the arguments lie, or where `device=` says."""
    asked, given = options.get("device"), tree_leaves((arguments, options))
    tensors = [value for value in given if isinstance(value, torch.Tensor)]
    there = [value for value in tensors if isinstance(value, Elsewhere)]
    copies = operation in (torch.ops.aten._to_copy.default, torch.ops.aten.copy_.default)
    stray = [v for v in tensors if not isinstance(v, Elsewhere) and v.dim()]
    if there and stray and not copies:
        raise RuntimeError(f"{operation} mixes devices: {[tuple(v.shape) for v in stray]} on cpu")
    here = {k: torch.device("cpu") if k == "device" else held(v) for k, v in options.items()}
    found = operation(*held(arguments), **here)
    if copies and operation is torch.ops.aten.copy_.default:
        return arguments[0]
    elsewhere = bool(there) if asked is None else torch.device(asked) == OTHER
    if not elsewhere:
        return found
    # What was changed in place stays the tensor that it was.
    own = {id(value.held): value for value in there}

    def there_too(value):
        if not isinstance(value, torch.Tensor):
            return value
        return own[id(value)] if id(value) in own else Elsewhere(value)

    return tree_map(there_too, found)


def held(values):
    return tree_map(lambda v: v.held if isinstance(v, Elsewhere) else v, values)
