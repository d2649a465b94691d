"""A mistake, and the line that is to blame for it."""

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lessons.host import live

PASS_ON = ("variant", "keep")  # of config.py: who calls them is to blame; probes only pass on, too


@dataclass(frozen=True)
class Mistake:
    """All fields are plain text: show them as text, never as markup."""

    sentence: str
    location: str = ""  # "transformer/attention.py:41", empty where no line is to blame
    line: str = ""  # the line of source there
    trace: str = ""


def said_by(error: BaseException) -> str:
    """An error's own words; its `__str__` may be somebody's own, and raise another one."""
    try:
        return str(error)
    except Exception as second:
        return f"nobody knows what, since its __str__ raises {type(second).__name__}"


def culprit(frames: Sequence) -> tuple[str, str]:
    """The innermost line of a layer of one's own; else of the machine, or else of the lessons."""
    machine = [f for f in frames if short(f.filename).startswith("transformer/")]
    mine = [f for f in machine if short(f.filename).startswith("transformer/variants/my_")]
    layers = [f for f in machine if not (_passes_on(f) or f.name in PASS_ON)]
    lessons = [f for f in frames if short(f.filename).startswith("lessons/")]
    for found in (mine, layers, lessons, machine):
        if found:
            return f"{short(found[-1].filename)}:{found[-1].lineno}", found[-1].line or ""
    return "", ""


def _passes_on(frame) -> bool:
    """Whether it is a probe through which the values of a layer go; while it is read, or when it was
    edited, it is to blame itself."""
    file = short(frame.filename)
    edited = file in live.last_changed() or frame.name == "<module>"
    return file == "transformer/probe.py" and not edited


def short(file: str) -> str:
    """The path as a student knows it, "transformer/attention.py"; others stay as they are."""
    path = Path(file)
    return path.relative_to(live.ROOT).as_posix() if path.is_relative_to(live.ROOT) else file


def line_in(code, word: str) -> tuple[str, str]:
    """Place and text of the first line of a function or class that has the word; else of its last line."""
    try:
        lines, start = inspect.getsourcelines(code)
        file = short(str(Path(inspect.getsourcefile(code))))
    except (OSError, TypeError):
        return "your code", ""
    at = [n for n, line in enumerate(lines) if f"self.{word}" in line or f"{word} " == line[:6]]
    returns = [n for n, line in enumerate(lines) if line.strip().startswith("return")]
    n = (at or returns or [0])[0 if at else -1]
    return f"{file}:{start + n}", lines[n].strip()
