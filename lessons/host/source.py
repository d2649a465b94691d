"""The project's files that count for what pages show, and which of them have changed.

Odd ones are there too: a file that nobody may read, a link to itself, a pipe, a folder called `my_x.py`.
Each counts as what it is, and is never waited for.
"""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from transformer.diagnosis.source_line import ROOT

FOLDERS = ("transformer", "lessons")
KINDS = (".py", ".js", ".json", ".safetensors")

Stamp = tuple[
    int, int, int
]  # time of change, size, number on the disk: an editor may put a new file there

_changed: tuple[str, ...] = ()


def last_changed() -> tuple[str, ...]:
    """The files of the last change, as "transformer/attention.py"; empty if there was none."""
    return _changed


def note_change(files: tuple[str, ...]) -> None:
    global _changed
    _changed = files


def files(kinds: tuple[str, ...] = KINDS) -> Iterator[tuple[str, Stamp]]:
    """Every file that counts, with what changes when it is written or replaced."""
    for folder in FOLDERS:
        for path, folders, names in os.walk(ROOT / folder):
            folders[:] = [folder for folder in folders if folder != "__pycache__"]
            for name in names:
                if name.endswith(kinds):
                    file = os.path.join(path, name)
                    try:
                        found = os.stat(file)
                        yield file, (found.st_mtime_ns, found.st_size, found.st_ino)
                    except FileNotFoundError:
                        continue  # an editor is just replacing it, or a link leads nowhere
                    except OSError:
                        yield file, (0, 0, 0)  # a link to itself


def content(file: str) -> str:
    """What changes when the content does: a hash, or what stands in its place."""
    try:
        if not stat.S_ISREG(os.stat(file).st_mode):
            return "no file"  # of a pipe one would wait for ever
        return hashlib.blake2b(Path(file).read_bytes(), digest_size=16).hexdigest()
    except FileNotFoundError:
        return "gone"
    except OSError as error:
        return f"unreadable: {error.errno}"
