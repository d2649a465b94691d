"""The line to blame for an error or for a value of a probe, and the line where a function begins.

The app, which has no torch, uses this file too: it needs nothing but Python.
"""

import inspect
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from traceback import FrameSummary
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import nn

    from transformer.probe import Trace

ROOT = Path(__file__).resolve().parents[2]
# The caller of these files is to blame.
PASS_ON = ("transformer/probe.py", "transformer/calling_line.py", "transformer/registry.py")


def short(file: str) -> str:
    """The path as a student knows it: "transformer/attention.py", "your cell"; else the file's name."""
    if "ipykernel" in file or file.startswith("<"):
        return "your cell"
    path = Path(file)
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    return path.name if path.is_absolute() else file


# ---- of an error ---------------------------------------------------------------------------------
def frames_of(error: BaseException) -> Sequence[FrameSummary]:
    """The lines that were running when the error was raised, outermost first."""
    return traceback.extract_tb(error.__traceback__)


def innermost(
    frames: Sequence[FrameSummary], belongs: Callable[[FrameSummary], bool]
) -> FrameSummary | None:
    return next((frame for frame in reversed(frames) if belongs(frame)), None)


def to_blame(
    frames: Sequence[FrameSummary], own: str = "", passing: tuple[str, ...] = PASS_ON
) -> FrameSummary | None:
    """The innermost line of the file `own` or of another custom file (my_….py). Else the innermost line of this
    package, except files and folders that only pass values on. None if none of these was running."""

    def mine(frame: FrameSummary) -> bool:
        return frame.filename == own or Path(frame.filename).name.startswith("my_")

    def machine(frame: FrameSummary) -> bool:
        file = short(frame.filename)
        read = frame.name == "<module>" and file in PASS_ON  # not yet passing values
        return file.startswith("transformer/") and (read or not file.startswith(passing))

    return innermost(frames, mine) or innermost(frames, machine)


def located(frame: FrameSummary | None) -> str:
    """ "transformer/attention.py:41"; "" if there is no frame."""
    return f"{short(frame.filename)}:{frame.lineno}" if frame else ""


def printable(text: str) -> str:
    """The text with each half of a character (a lone surrogate) as an escape, because it cannot be sent or saved."""
    return text.encode("utf-8", "backslashreplace").decode()


def said_by(error: BaseException) -> str:
    """The error's message; a custom `__str__` may itself raise an error."""
    try:
        return printable(str(error))
    except Exception as second:
        return f"the message is unknown, because its __str__ raises {type(second).__name__}"


def cannot_read(error: SyntaxError) -> str:
    return f"Python cannot read {short(error.filename or '')}:{error.lineno}: {error.msg}"


def stopped(error: BaseException, location: str) -> str:
    """ "The code stopped at transformer/attention.py:41 with RuntimeError: …", on one line."""
    where = f" at {location}" if location else ""
    return " ".join(
        f"The code stopped{where} with {type(error).__name__}: {said_by(error)}".split()
    )


# ---- of a function -------------------------------------------------------------------------------
def file_of(thing: Callable | None) -> str:
    """The file of a function or class; "" if it has none."""
    try:
        return inspect.getsourcefile(thing) or "" if thing else ""
    except (OSError, TypeError):
        return ""


def begins(thing: Any) -> tuple[str, int]:
    """The file and the line number where a function or class begins; ("", 0) if it has no source."""
    thing = inspect.unwrap(thing)
    if code := getattr(thing, "__code__", None):
        return code.co_filename, code.co_firstlineno
    try:
        return file_of(thing), inspect.getsourcelines(thing)[1]
    except (OSError, TypeError):
        return "", 0


def line_of(thing: Callable) -> str:
    """Where a function begins, "transformer/variants/rotary.py:36"; "" if it has no source."""
    file, number = begins(thing)
    return f"{short(file)}:{number}" if file else ""


def line_with(thing: Callable, name: str = "") -> tuple[str, str]:
    """Place and text of the line of a function that uses `self.name`, else of its last return; without a
    name, of the first line of a function or class."""
    try:
        lines, start = inspect.getsourcelines(thing)
    except (OSError, TypeError):
        return "your code", ""
    uses = [n for n, line in enumerate(lines) if f"self.{name}" in line]
    returns = [n for n, line in enumerate(lines) if line.strip().startswith("return")]
    n = ([0] if not name else uses[:1] or returns[-1:] or [0])[0]
    return f"{short(file_of(thing))}:{start + n}", lines[n].strip()


# ---- of a number ---------------------------------------------------------------------------------
def source_line(trace: "Trace", probe: str, layer: "nn.Module | None" = None, *steps: str) -> str:
    """The line that passed a value to a probe. If it is not in the layer's own file, use the first of
    these steps that the layer overrides."""
    line = trace.lines.get(probe)
    where = f"{line.file}:{line.number}" if line else ""
    classes = type(layer).__mro__ if layer is not None else ()  # the class of a mask has no source
    own = next((place.rpartition(":")[0] for c in classes if (place := line_of(c))), "")
    if own and not where.startswith(own):
        mine = (line_of(getattr(layer, step)) for step in steps if hasattr(layer, step))
        where = next((line for line in mine if line.startswith(own)), where)
    return where
