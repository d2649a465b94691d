"""Modes that intercept every operation, as in `torch.overrides`."""

from functools import wraps

MODES = []


class TorchFunctionMode:
    """Inside a `with` block, each operation goes through `__torch_function__`."""

    def __enter__(self):
        MODES.append(self)
        return self

    def __exit__(self, *_):
        MODES.remove(self)


def asked(function, args, kwargs):
    """Call the innermost mode; while it runs, it is not called itself."""
    mode = MODES.pop()
    try:
        return mode.__torch_function__(function, (), args, kwargs)
    finally:
        MODES.append(mode)


def overridable(function):
    """Make a function visible to modes."""

    @wraps(function)
    def call(*args, **kwargs):
        return asked(call, args, kwargs) if MODES else function(*args, **kwargs)

    return call
