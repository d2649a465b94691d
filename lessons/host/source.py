"""The project's files that affect the pages, and which of them have changed.

Unusual ones are included: an unreadable file, a link to itself, a pipe, a folder called `my_x.py`.
Each is treated as what it is, and none makes the app wait.
"""

import errno
import fnmatch
import hashlib
import os
import stat
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from transformer.diagnosis.source_line import ROOT

FOLDERS = ("transformer", "lessons")
SUFFIXES = (".py", ".js", ".json", ".safetensors")
RECENT = 1_000_000_000  # nanoseconds after a change in which a listing is not cached
APART = {"__pycache__", "tests"}  # folders that no page reads

Stamp = tuple[
    int, int, int
]  # time of change, size, number on the disk: an editor can replace the file

GONE = "gone"

_changed: tuple[str, ...] = ()


def last_changed() -> tuple[str, ...]:
    """Return the files of the last change, as "transformer/attention.py"; empty if there was none."""
    return _changed


def note_change(files: tuple[str, ...]) -> None:
    global _changed
    _changed = files


def files(kinds: tuple[str, ...] = SUFFIXES) -> Iterator[tuple[str, Stamp]]:
    """Yield every relevant file, with values that change when it is written or replaced."""
    for folder in FOLDERS:
        for path, folders, names in os.walk(ROOT / folder):
            folders[:] = [folder for folder in folders if folder not in APART]
            for name in names:
                if name.endswith(kinds):
                    file = os.path.join(path, name)
                    try:
                        status = os.stat(file)
                        yield file, (status.st_mtime_ns, status.st_size, status.st_ino)
                    except FileNotFoundError:
                        continue  # an editor is replacing it, or the link is broken
                    except OSError:
                        yield file, (0, 0, 0)  # a link to itself


def listing(folder: Path, pattern: str = "*") -> list[Path]:
    """Return the files and folders in `folder` whose names match, in alphabetical order. Raises `OSError` if there is
    no such folder.

    The folder is read again only when its modification time changes. Python may switch to another thread at each
    entry that it reads, which costs up to 5 ms while many pages run.
    """
    changed = folder.stat().st_mtime_ns
    recent = time.time_ns() - changed < RECENT  # another change can get the same modification time
    names = os.listdir(folder) if recent else _names(str(folder), changed)
    return [folder / name for name in sorted(fnmatch.filter(names, pattern))]


@lru_cache(maxsize=512)
def _names(folder: str, changed: int) -> tuple[str, ...]:
    return tuple(os.listdir(folder))


def read_source(file: Path) -> str:
    """Return the text of a file that somebody may have put there. Bytes that are not UTF-8 become “�”.

    Raises `OSError` for a pipe, a device or a folder, because reading one may never return.
    """
    if not stat.S_ISREG(file.stat().st_mode):
        raise OSError(errno.EINVAL, "it is not a file", str(file))
    return file.read_text(encoding="utf-8-sig", errors="replace")


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def content(file: str) -> str:
    """Return a hash that changes with the content, or a substitute for it."""
    try:
        if not stat.S_ISREG(os.stat(file).st_mode):
            return "no file"  # reading a pipe would never return
        return digest(Path(file).read_bytes())
    except FileNotFoundError:
        return GONE
    except OSError as error:
        return f"unreadable: {error.errno}"
