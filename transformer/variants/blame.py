"""Explain an error in your own layer: which line failed, and which command tells more."""

from pathlib import Path

from transformer.diagnosis.source_line import cannot_read, frames_of, innermost, located
from transformer.registry import LAYERS

MORE = "To see which line is at fault, run python -m transformer.contracts {} {}"


def blamed(error: Exception, sizes: dict) -> str:
    """Return the message for an error in a model of these sizes; "" where your own layer is not involved, or
    where the error itself says what to do."""
    mine = [(k, n) for k, n in sizes.items() if k in LAYERS and _is_mine(k, n)]
    if isinstance(error, SyntaxError) and _own(error.filename or ""):
        return cannot_read(error)
    name = f"{type(error).__name__}: " if not isinstance(error, ValueError) else ""
    if frame := innermost(frames_of(error), lambda frame: _own(frame.filename)):
        return f"{located(frame)}: {name}{error}"
    if not mine or isinstance(error, ValueError | FloatingPointError):
        return ""
    return "\n".join([f"{name}{error}", *(MORE.format(*other) for other in mine)])


def _is_mine(kind: str, name: str) -> bool:
    return ".my_" in getattr(LAYERS[kind].get(name), "__module__", "")


def _own(file: str) -> bool:
    return Path(file).name.startswith("my_")
