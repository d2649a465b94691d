"""What is said where somebody asks for more of PyTorch than the tab has."""

FULL = (
    "For all of PyTorch, install the course on a computer: "
    "`git clone` its repository, then `make app` in its folder."
)


class NotInTheTab(RuntimeError):
    """An operation, a setting or a gradient of PyTorch that this small stand-in does not have."""


def refuse(asked: str) -> NotInTheTab:
    """The error to raise: what was asked, that the tab has no such thing, and what to do."""
    return NotInTheTab(f"{asked}: the PyTorch in this tab has no such thing. {FULL}")


def missing(module: str, name: str) -> Exception:
    """For `__getattr__` of a module: Python's own questions get Python's own answer."""
    if name.startswith("__"):
        return AttributeError(f"module '{module}' has no attribute '{name}'")
    return Lacking(f"{module}.{name}: the PyTorch in this tab has no such thing. {FULL}")


class Lacking(NotInTheTab, AttributeError):
    """The same as an AttributeError, so that `hasattr` and `getattr(…, default)` work."""
