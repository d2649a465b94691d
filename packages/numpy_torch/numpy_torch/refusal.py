"""Errors for what PyTorch has and this package lacks."""

ADVICE = "Run the program on a computer with PyTorch."


class NotSupported(RuntimeError):
    """Raised for an operation, a setting or a gradient that this package lacks."""


def refuse(asked: str) -> NotSupported:
    """Return the error to raise: what was requested, that it is not supported, and what to do."""
    return NotSupported(f"{asked} is not supported by numpy_torch. {ADVICE}")


def missing(module: str, name: str) -> Exception:
    """Return the error for `__getattr__` of a module: special names get Python's own error."""
    if name.startswith("__"):
        return AttributeError(f"module '{module}' has no attribute '{name}'")
    return Lacking(f"{module}.{name} is not supported by numpy_torch. {ADVICE}")


class Lacking(NotSupported, AttributeError):
    """The same error as an AttributeError, so that `hasattr` and `getattr(…, default)` work."""
