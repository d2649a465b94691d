"""Errors of files: a source file that is missing, empty or lacks an imported name, and files that
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
FINDS = re.compile(r"importlib|runs.snapshot\.py")  # code that finds modules
FULL = (errno.ENOSPC, errno.EDQUOT)
NO_NAME = re.compile(r"cannot import name '(\w+)' from (partially initialized module )?'([\w.]+)'")


def missing(error: BaseException) -> Mistake | None:
    """Explain a failed import of our own files; None for other packages."""
    if not isinstance(error, ImportError):
        return None
    trace = "".join(traceback.format_exception(error))
    frame = innermost(frames_of(error), lambda frame: not FINDS.search(frame.filename))
    needs, line = located(frame) or "a page", (frame.line or "" if frame else "")
    if gone := GONE.search(str(error)):
        file = gone[1].replace(".", "/") + ".py"
        sentence = (
            f"{file} is missing, but {needs} needs it. To restore it, run: git checkout -- {file}"
        )
        if os.path.lexists(ROOT / file):
            sentence = f"{file} is not a file that can be read: it is a folder, a pipe or a broken link. Remove or replace it."
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
        sentence = (
            f"{needs} makes a circular import: {wants} needs '{name}' from {file}, which is not loaded yet. "
            "Remove one of these imports."
        )
    elif not (ROOT / file).exists() or (ROOT / file).read_bytes().strip():
        sentence = f"{file} does not define '{name}', but {needs} imports it. If you renamed it, restore the name."
    else:
        sentence = f"{file} is empty, but {needs} imports '{name}' from it. To restore it, run: git checkout -- {file}"
    return Mistake(sentence, needs, line, trace)


def saved_last(frames: Sequence[FrameSummary], begun: str) -> FrameSummary | None:
    """Return the line of an import cycle, begun by the file `begun`, whose file was saved last: the other lines were
    there before the error."""
    files = [short(frame.filename) for frame in frames]
    circle = frames[files.index(begun) :] if begun in files else ()
    return max(circle, key=lambda frame: os.stat(frame.filename).st_mtime_ns, default=None)


def on_disk(error: BaseException) -> Mistake | None:
    """Explain an error of the disk that the code did not cause."""
    number = getattr(error, "errno", None)
    file = error.filename if isinstance(error, OSError) else None
    if not file and number not in FULL:
        return None
    file = file or ""
    file = short(str(file)) if Path(file).is_relative_to(ROOT) else str(file)
    trace = "".join(traceback.format_exception(error))
    if number in FULL:
        sentence = "The disk is full, so nothing could be written. Delete files that you do not need, such as old runs, and try again."
    elif number in (errno.EACCES, errno.EPERM, errno.EROFS):
        sentence = f"{file} cannot be written here ({os.strerror(number)}). Start the app in a folder that you can write to."
    elif number == errno.ENOENT:
        sentence = f"{file} no longer exists. The file may have been deleted."
    else:
        return None
    return Mistake(sentence, trace=trace)
