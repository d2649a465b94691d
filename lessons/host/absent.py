"""A file of the machine that is gone, empty, or no longer has a name that another file needs; and what
could not be written or read."""

import errno
import os
import re
import traceback

from lessons.host import live
from lessons.host.places import Mistake, short

GONE = re.compile(r"No module named '((?:transformer|lessons)[\w.]*)'")
FINDS = re.compile(r"importlib|runs.snapshot\.py")  # what looks for a module
FULL = (errno.ENOSPC, errno.EDQUOT)
NO_NAME = re.compile(r"cannot import name '(\w+)' from (partially initialized module )?'([\w.]+)'")


def absent(error: BaseException) -> Mistake | None:
    """What an import of a file of ours could not find; None for other packages."""
    if not isinstance(error, ImportError):
        return None
    trace = "".join(traceback.format_exception(error))
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not FINDS.search(f.filename)]
    needs = f"{short(frames[-1].filename)}:{frames[-1].lineno}" if frames else "a page"
    line = (frames[-1].line or "") if frames else ""
    if gone := GONE.search(str(error)):
        file = gone[1].replace(".", "/") + ".py"
        said = f"{file} is gone, and {needs} needs it. Put it back: git checkout -- {file}"
        if os.path.lexists(live.ROOT / file):
            said = f"{file} is no file that can be read: a folder, a pipe, or a link that leads nowhere. Remove it, or put a file in its place."
        return Mistake(said, needs, line, trace)
    if not (found := NO_NAME.search(str(error))) or not found[3].startswith("transformer"):
        return None
    name, circle, module = found.groups()
    file = short(getattr(error, "path", None) or module)
    if circle:
        said = f"{needs} imports '{name}' in a circle: {file} is still being read, and needs this file itself."
    elif not (live.ROOT / file).exists() or (live.ROOT / file).read_bytes().strip():
        said = f"{file} has no '{name}' any more, which {needs} imports: was it renamed? Give it its name back."
    else:
        said = f"{file} is empty, and {needs} needs its '{name}'. Was it saved half? Get it back: git checkout -- {file}"
    return Mistake(said, needs, line, trace)


def on_disk(error: BaseException) -> Mistake | None:
    """What a disk refused, where the code is not to blame for it."""
    if not isinstance(error, OSError) or not (file := error.filename):
        file = ""
        if getattr(error, "errno", None) not in FULL:
            return None
    file, trace = short(str(file)), "".join(traceback.format_exception(error))
    if error.errno in FULL:
        said = "The disk is full, so nothing could be written. Delete what is not needed, old runs for example, and try again."
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        said = f"{file} may not be written here ({error.strerror}). Start the app in a folder of your own."
    elif error.errno == errno.ENOENT:
        said = f"{file} is not there any more. Was it deleted?"
    else:
        return None
    return Mistake(said, trace=trace)
