"""What went wrong, as one sentence with a place: file, line, and the line itself.

A student edits a layer while the app is open. Whatever happens then, the first thing to read is a
sentence; the traceback is there for those who ask for it.
"""

import traceback
from dataclasses import dataclass
from pathlib import Path

from lessons.host import live
from lessons.host.limit import TooSlow

LONGEST = 320  # characters of a sentence; the rest is in the traceback


@dataclass(frozen=True)
class Mistake:
    """All fields are plain text: show them as text, never as markup."""

    sentence: str
    place: str = ""  # "transformer/attention.py:41", empty where no line is to blame
    line: str = ""  # the line of source at that place
    trace: str = ""


class NotFinite(ArithmeticError):
    """Numbers that are NaN. `place` and `line` say where they first came up."""

    def __init__(self, message: str, place: str = "", line: str = ""):
        super().__init__(message)
        self.place, self.line = place, line


def explain(error: BaseException) -> Mistake:
    """Any exception that a layer, a weights file or a figure can raise, as a `Mistake`."""
    trace = "".join(traceback.format_exception(error))
    if isinstance(error, SyntaxError):
        place = f"{_short(error.filename or '')}:{error.lineno}"
        sentence = f"Python cannot read {place}: {error.msg}."
        return Mistake(sentence, place, (error.text or "").strip(), trace)
    if isinstance(error, NotFinite):
        return Mistake(str(error), error.place, error.line, trace)
    if type(error).__name__ in ("WeightsError", "Unusable"):  # by name: a reload makes a new class
        return Mistake(str(error), trace=trace)
    frames = (
        error.frames if isinstance(error, TooSlow) else traceback.extract_tb(error.__traceback__)
    )
    place, line = _culprit(frames)
    where = f" at {place}" if place else ""
    if isinstance(error, TooSlow):
        sentence = _too_slow(error, where)
    elif isinstance(error, KeyError) and " " in str(error.args[:1]):  # probes explain theirs
        sentence = f"The code stopped{where}: {error.args[0]}"
    else:
        sentence = f"The code stopped{where} with {type(error).__name__}: {error}"
    sentence = " ".join(sentence.split())
    if len(sentence) > LONGEST:
        sentence = sentence[:LONGEST].rsplit(" ", 1)[0] + " …"
    return Mistake(sentence, place, line, trace)


def _too_slow(error: TooSlow, where: str) -> str:
    if not error.starved:
        return f"Stopped after {error.seconds:g} seconds{where}: this seems to run for ever."
    return (
        f"The machine is busy: in {error.clock:g} seconds the code had the processor for "
        f"{error.used:.2g}, of the {error.seconds:g} that it may use, and was stopped{where}. Close "
        f"other programs and try again, or see whether it waits for something."
    )


def _culprit(frames) -> tuple[str, str]:
    """The innermost line of a layer of one's own; else of the machine, or else of the lessons."""
    machine = [f for f in frames if _short(f.filename).startswith("transformer/")]
    mine = [f for f in machine if _short(f.filename).startswith("transformer/variants/my_")]
    layers = [f for f in machine if not f.filename.endswith("probe.py")]  # probes only pass on
    lessons = [f for f in frames if _short(f.filename).startswith("lessons/")]
    for found in (mine, layers, lessons, machine):
        if found:
            return f"{_short(found[-1].filename)}:{found[-1].lineno}", found[-1].line or ""
    return "", ""


def _short(file: str) -> str:
    """The path as a student knows it, "transformer/attention.py"; others stay as they are."""
    path = Path(file)
    return path.relative_to(live.ROOT).as_posix() if path.is_relative_to(live.ROOT) else file
