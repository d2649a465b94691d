"""Errors for PyTorch features that the tab does not support."""

FULL = (
    "To use all of PyTorch, install the course on a computer: "
    "`git clone` its repository, then run `make app` in its folder."
)


class NotInTheTab(RuntimeError):
    """Raised for an operation, a setting or a gradient that this small stand-in of PyTorch lacks."""


def refuse(asked: str) -> NotInTheTab:
    """Return the error to raise: what was requested, that it is not supported, and what to do."""
    return NotInTheTab(f"{asked} is not supported by the PyTorch in this tab. {FULL}")


def missing(module: str, name: str) -> Exception:
    """Return the error for `__getattr__` of a module: special names get Python's own error."""
    if name.startswith("__"):
        return AttributeError(f"module '{module}' has no attribute '{name}'")
    return Lacking(f"{module}.{name} is not supported by the PyTorch in this tab. {FULL}")


class Lacking(NotInTheTab, AttributeError):
    """The same error as an AttributeError, so that `hasattr` and `getattr(…, default)` work."""
