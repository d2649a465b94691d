"""A file of the machine that is gone, empty, or no longer has a name that another file needs; and what
could not be written or read."""

import errno
import os
import re
import traceback
from collections.abc import Sequence
from pathlib import Path
from traceback import FrameSummary

from lessons.host.locations import Mistake
from transformer.diagnosis.source_line import ROOT, frames_of, innermost, located, short

GONE = re.compile(r"No module named '((?:transformer|lessons)[\w.]*)'")
FINDS = re.compile(r"importlib|runs.snapshot\.py")  # what looks for a module
FULL = (errno.ENOSPC, errno.EDQUOT)
NO_NAME = re.compile(r"cannot import name '(\w+)' from (partially initialized module )?'([\w.]+)'")


def missing(error: BaseException) -> Mistake | None:
    """What an import of a file of ours could not find; None for other packages."""
    if not isinstance(error, ImportError):
        return None
    trace = "".join(traceback.format_exception(error))
    found = innermost(frames_of(error), lambda frame: not FINDS.search(frame.filename))
    needs, line = located(found) or "a page", (found.line or "" if found else "")
    if gone := GONE.search(str(error)):
        file = gone[1].replace(".", "/") + ".py"
        sentence = f"{file} is gone, and {needs} needs it. Put it back: git checkout -- {file}"
        if os.path.lexists(ROOT / file):
            sentence = f"{file} is no file that can be read: a folder, a pipe, or a link that leads nowhere. Remove it, or put a file in its place."
        return Mistake(sentence, needs, line, trace)
    if not (match := NO_NAME.search(str(error))) or not match[3].startswith("transformer"):
        return None
    name, circle, module = match.groups()
    file = short(getattr(error, "path", None) or module)
    if circle:
        of_code = [frame for frame in frames_of(error) if not FINDS.search(frame.filename)]
        wants = needs
        if closes := saved_last(of_code, file):
            needs, line = located(closes) or needs, closes.line or ""
        wants = "it" if wants == needs else wants
        sentence = f"{needs} closes a circle of imports: {wants} needs '{name}' of {file}, which is still being read."
    elif not (ROOT / file).exists() or (ROOT / file).read_bytes().strip():
        sentence = f"{file} has no '{name}' any more, which {needs} imports: was it renamed? Give it its name back."
    else:
        sentence = f"{file} is empty, and {needs} needs its '{name}'. Was it saved half? Get it back: git checkout -- {file}"
    return Mistake(sentence, needs, line, trace)


def saved_last(frames: Sequence[FrameSummary], begun: str) -> FrameSummary | None:
    """Of the lines of a circle that began with the file `begun` the one whose file was saved last: the others stood
    there when all was well."""
    files = [short(frame.filename) for frame in frames]
    circle = frames[files.index(begun) :] if begun in files else ()
    return max(circle, key=lambda frame: os.stat(frame.filename).st_mtime_ns, default=None)


def on_disk(error: BaseException) -> Mistake | None:
    """What a disk refused, where the code is not to blame for it."""
    if not isinstance(error, OSError) or not (file := error.filename):
        file = ""
        if getattr(error, "errno", None) not in FULL:
            return None
    file = short(str(file)) if Path(file).is_relative_to(ROOT) else str(file)
    trace = "".join(traceback.format_exception(error))
    if error.errno in FULL:
        sentence = "The disk is full, so nothing could be written. Delete what is not needed, old runs for example, and try again."
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        sentence = f"{file} may not be written here ({error.strerror}). Start the app in a folder of your own."
    elif error.errno == errno.ENOENT:
        sentence = f"{file} is not there any more. Was it deleted?"
    else:
        return None
    return Mistake(sentence, trace=trace)
