"""What went wrong, as one sentence with a location: file, line, and the line itself.

A student edits a layer while the app is open. Whatever happens then, the first thing to read is a
sentence; the traceback is there for those who ask for it.
"""

import ast
import re
import traceback
from contextlib import suppress

from lessons.host import replaced
from lessons.host.harm import harm
from lessons.host.limit import Left, TooSlow
from lessons.host.locations import Mistake, culprit
from lessons.host.missing import missing, on_disk
from lessons.host.probing import probing
from lessons.host.source import last_changed
from lessons.host.unreadable import unreadable
from transformer.diagnosis.returned import gave_nothing, returned
from transformer.diagnosis.source_line import ROOT, frames_of, said_by, short, stopped

__all__ = ["LONGEST", "Mistake", "NotFinite", "explain"]

LONGEST = 320  # characters of a sentence; the rest is in the traceback
# What torch or Python says of a cause badly, or not at all → what to do.
ADVICE = (
    (r"before Module\.__init__\(\) call", "Call super().__init__() first of all in __init__."),
    (r"no attribute 'zero_'", "With bias=False there is no bias: leave one of the two out."),
)


class NotFinite(ArithmeticError):
    """Numbers that are NaN. `location` and `line` say where they first came up."""

    def __init__(self, message: str, location: str = "", line: str = ""):
        super().__init__(message)
        self.location, self.line = location, line


def explain(error: BaseException) -> Mistake:
    """Any exception that a layer, a weights file or a figure can raise, as a `Mistake`."""
    replaced.put_back()
    return replaced.blamed(_explained(error))


def _explained(error: BaseException) -> Mistake:
    if isinstance(error, Left):
        error = error.__cause__
    trace = "".join(traceback.format_exception(error))
    if isinstance(error, SyntaxError):
        return unreadable(error)
    if isinstance(error, NotFinite):
        return Mistake(str(error), error.location, error.line, trace)
    if type(error).__name__ in (
        "WeightsError",
        "Unusable",
        "Damaged",
    ):  # by name: a reload makes a new class
        return Mistake(str(error), trace=trace)
    if getattr(error, "model", None) is not None and hasattr(error, "probe"):
        return probing(error, trace)
    if known := getattr(error, "mistake", None) or harm(error) or missing(error) or on_disk(error):
        return known
    frames = error.frames if isinstance(error, TooSlow) else frames_of(error)
    location, line = culprit(frames)
    where = f" at {location}" if location else ""
    if isinstance(error, TooSlow):
        sentence = _too_slow(error, where, location)
        trace = trace if error.__traceback__ else "".join(traceback.format_list(frames))
    elif isinstance(error, KeyError) and " " in str(error.args[:1]):  # probes explain theirs
        sentence = f"The code stopped{where}: {error.args[0]}"
    else:
        sentence = stopped(error, location)
    if said := _advice(error):
        sentence = f"{sentence}. {said}"
    return Mistake(_shortened(sentence), location, line, trace)


def _advice(error: BaseException) -> str:
    """A sentence to add; "" where the error says enough."""
    message = said_by(error)
    if said := next((said for words, said in ADVICE if re.search(words, message)), ""):
        return said
    method = gave_nothing(error) if "NoneType" in message else ""
    return f"{method} {returned(None)}." if method else ""


def _shortened(sentence: str) -> str:
    sentence = " ".join(sentence.split())
    return sentence if len(sentence) <= LONGEST else sentence[:LONGEST].rsplit(" ", 1)[0] + " …"


def refuses(error: BaseException) -> bool:
    """Whether the error is an answer of ours to what was asked, in words for whoever asked; not one
    of a layer that was edited or is somebody's own."""
    if hasattr(error, "refuses"):  # it came from another process, which knew
        return error.refuses
    frames = frames_of(error)
    file = short(frames[-1].filename) if frames else ""
    edited = file in last_changed() or "/my_" in file
    ours = not file or file.startswith(("transformer/", "lessons/"))
    return isinstance(error, ValueError) and ours and not edited and not hasattr(error, "probe")


def keep(error: BaseException) -> None:
    """Explain an error that is remembered, and let go of what its frames hold: a layer's tensors."""
    error.mistake = getattr(error, "mistake", None) or explain(error)
    seen = [error]
    for each in seen:
        if each.__traceback__:
            traceback.clear_frames(each.__traceback__)
        each.__traceback__ = None
        with suppress(AttributeError):  # that of a probe which was asked for
            del each.model
        seen += [e for e in (each.__cause__, each.__context__) if e is not None and e not in seen]


def _too_slow(error: TooSlow, where: str, location: str) -> str:
    if not error.starved:
        endless = "this seems to run for ever."
        slow = "this is too slow for a picture, all of which usually takes 0.03 seconds."
        reason = endless if _in_a_loop(location) else slow
        return f"Stopped after {error.seconds:g} seconds{where}: {reason}"
    return (
        f"The machine is busy: in {error.clock:g} seconds the code had the processor for "
        f"{error.used:.2g}, of the {error.seconds:g} that it may use, and was stopped{where}. Close "
        f"other programs and try again, or see whether it waits for something."
    )


def _in_a_loop(location: str) -> bool:
    """Whether that line stands in a loop that may have no end."""
    file, _, number = location.rpartition(":")
    with suppress(OSError, SyntaxError, ValueError):
        code = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        loops = (n for n in ast.walk(code) if isinstance(n, ast.While | ast.For))
        return any(loop.lineno <= int(number) <= loop.end_lineno for loop in loops)
    return False
