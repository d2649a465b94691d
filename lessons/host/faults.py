"""An error as one sentence with its location: file, line, and the line itself.

A student edits a layer while the app is open. Whatever happens, the page first shows a
sentence; the traceback is available below it.
"""

import ast
import traceback
from contextlib import suppress

from lessons.host import monkeypatch_guard
from lessons.host.crash_messages import explain_fatal
from lessons.host.limit import Left, TooSlow
from lessons.host.locations import Mistake, culprit
from lessons.host.missing import missing, on_disk
from lessons.host.probing import probing
from lessons.host.source import last_changed
from lessons.host.unreadable import unreadable
from transformer.diagnosis.advice import advice
from transformer.diagnosis.source_line import ROOT, frames_of, short, stopped

__all__ = ["LONGEST", "Mistake", "NotFinite", "explain"]

LONGEST = 320  # characters per sentence; the rest is in the traceback


class NotFinite(ArithmeticError):
    """NaN in the numbers of a figure. `location` and `line` say where it first appeared."""

    def __init__(self, message: str, location: str = "", line: str = ""):
        super().__init__(message)
        self.location, self.line = location, line


def explain(error: BaseException) -> Mistake:
    """Turn any exception of a layer, a weights file or a figure into a `Mistake`."""
    monkeypatch_guard.restore()
    return monkeypatch_guard.blame_patch(_explained(error))


def _explained(error: BaseException) -> Mistake:
    if isinstance(error, Left):
        error = error.__cause__ or error
    trace = "".join(traceback.format_exception(error))
    if isinstance(error, SyntaxError) and not _raised_by_code(error):
        return unreadable(error)
    if isinstance(error, NotFinite):
        return Mistake(str(error), error.location, error.line, trace)
    # By name: a reload makes a new class.
    if type(error).__name__ in ("WeightsError", "Unusable", "Damaged"):
        return Mistake(str(error), trace=trace)
    about = vars(error)
    if about.get("model") is not None and "probe" in about:
        return probing(error, about["probe"], about["model"], about["times"], trace)
    if (
        mistake := getattr(error, "mistake", None)
        or explain_fatal(error)
        or missing(error)
        or on_disk(error)
    ):
        return mistake
    frames = error.frames if isinstance(error, TooSlow) else frames_of(error)
    location, line = culprit(frames)
    where = f" at {location}" if location else ""
    if isinstance(error, TooSlow):
        sentence = _too_slow(error, where, location)
        trace = trace if error.__traceback__ else "".join(traceback.format_list(frames))
    elif isinstance(error, KeyError) and " " in str(error.args[:1]):  # probes raise a full sentence
        sentence = f"The code stopped{where}: {error.args[0]}"
    else:
        sentence = stopped(error, location)
    if hint := advice(error, line):
        sentence = f"{sentence}. {hint}"
    return Mistake(_shortened(sentence), location, line, trace)


def _raised_by_code(error: SyntaxError) -> bool:
    """Say whether a running function raised this error, itself or for a text that it evaluated, and no import did."""
    frames = frames_of(error)
    imported = any("importlib" in frame.filename for frame in frames)
    return bool(frames) and not imported and error.filename in (None, "<string>")


def _shortened(sentence: str) -> str:
    sentence = " ".join(sentence.split())
    return sentence if len(sentence) <= LONGEST else sentence[:LONGEST].rsplit(" ", 1)[0] + " …"


def refuses(error: BaseException) -> bool:
    """Say whether the error is our own answer to a request, already worded for the reader; errors of an
    edited or private layer are not."""
    if hasattr(error, "refuses"):  # it came from another process, which decided this
        return error.refuses
    frames = frames_of(error)
    file = short(frames[-1].filename) if frames else ""
    edited = file in last_changed() or "/my_" in file
    ours = not file or file.startswith(("transformer/", "lessons/"))
    return isinstance(error, ValueError) and ours and not edited and not hasattr(error, "probe")


def make_storable(error: BaseException) -> None:
    """Explain an error that is kept, and release the tensors that its frames hold."""
    vars(error)["mistake"] = getattr(error, "mistake", None) or explain(error)
    seen = [error]
    for each in seen:
        if each.__traceback__:
            traceback.clear_frames(each.__traceback__)
        each.__traceback__ = None
        vars(each).pop("model", None)  # of a requested probe
        seen += [e for e in (each.__cause__, each.__context__) if e is not None and e not in seen]


def _too_slow(error: TooSlow, where: str, location: str) -> str:
    if not error.starved:
        endless = "this code seems to run forever."
        slow = "this code is too slow for a figure, which usually takes 0.03 seconds."
        reason = endless if _in_a_loop(location) else slow
        return f"Stopped after {error.seconds:g} seconds{where}: {reason}"
    return (
        f"The computer is busy: in {error.clock:g} seconds, the code received only {error.used:.2g} of its "
        f"{error.seconds:g} seconds of CPU time and was stopped{where}. Close "
        f"other programs and try again. Otherwise check whether the code is waiting for something."
    )


def _in_a_loop(location: str) -> bool:
    """Say whether that line is in a loop that may never end."""
    file, _, number = location.rpartition(":")
    with suppress(OSError, SyntaxError, ValueError):
        code = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        loops = (n for n in ast.walk(code) if isinstance(n, ast.While | ast.For))
        return any(loop.lineno <= int(number) <= (loop.end_lineno or loop.lineno) for loop in loops)
    return False
