"""The source code that Python has imported, which is the code that runs even after a file was edited.

Python keeps what it has imported. The app reloads edited code; a notebook's kernel continues with the old
code, and must warn about it.
"""

import linecache
import os
import sys
import warnings
from contextlib import suppress
from pathlib import Path

PACKAGE = __name__.split(".")[0]
ROOT = Path(__file__).resolve().parents[2]
EDITED = (
    "{files} was edited after this program had read it, so the old code is still running. Restart the program "
    "(in a notebook: Kernel, Restart, and run the cells again)."
)
_read: dict[str, tuple] = {}  # module → its spec, its file, and the text of the file
# Module → its spec, and the file's time and size when the text was last the same.
_same: dict[str, tuple] = {}


def text_of(module: str, file: Path) -> bytes:
    """Return the source of a module: as imported (call `remember` before), or else from its file now."""
    _, read, text = _read.get(module, (None, None, b""))
    if read == str(file):
        return text
    with suppress(OSError):
        return file.read_bytes()
    return b""


def remember() -> None:
    """Note what was imported since the last call. A module that is imported again has a new spec.

    `inspect.getsource` and tracebacks then also show this text, not another function that has moved to its lines.
    """
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] != PACKAGE:
            continue
        spec = getattr(module, "__spec__", None)
        if spec and _read.get(name, (None,))[0] is not spec:
            with suppress(OSError, AttributeError):
                _read[name] = spec, spec.origin, (text := spec.loader.get_data(spec.origin))
                lines = text.decode("utf-8", "replace").splitlines(keepends=True)
                # None: never compared with the file.
                linecache.cache[spec.origin] = (len(text), None, lines, spec.origin)


def edited() -> list[str]:
    """Return the files that have changed since they were imported."""
    remember()
    files = []
    for name, (spec, file, text) in _read.items():
        with suppress(OSError):  # the file is gone, so nothing will be read from it
            if name in sys.modules and not _says(name, spec, file, text):
                files.append(Path(file).relative_to(ROOT).as_posix())
    return sorted(files)


def _says(name: str, spec: object, file: str, text: bytes) -> bool:
    """Whether a file still has the imported text. Called before every check, so an unmodified file is not
    read again."""
    stat = os.stat(file)
    now = spec, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size
    if _same.get(name) != now:
        if Path(file).read_bytes() != text:
            return False
        _same[name] = now
    return True


def warn_of_edits(stacklevel: int = 2) -> bool:
    """Warn where the running code is older than the files; return whether it is."""
    if files := edited():
        warnings.warn(EDITED.format(files=" and ".join(files)), stacklevel=stacklevel + 1)
    return bool(files)


remember()
