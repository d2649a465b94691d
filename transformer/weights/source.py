"""What Python has read of the machine's files: the code that runs here, also after a file was edited.

Python keeps what it has imported. In the app an edit drops it; a notebook's kernel goes on with the code
from before, and has to say so.
"""

import os
import sys
import warnings
from contextlib import suppress
from pathlib import Path

PACKAGE = __name__.split(".")[0]
ROOT = Path(__file__).resolve().parents[2]
EDITED = (
    "{files} was edited after this program had read it: what runs here is the code from before. Restart "
    "(in a notebook: Kernel, Restart, and run the cells again)."
)
_read: dict[str, tuple] = {}  # module → how it was imported, its file, what that said
# Module → how it was imported, and the file's time and size when it said that still.
_same: dict[str, tuple] = {}


def of(module: str, file: Path) -> bytes:
    """What a module says: of an imported one what was imported (`remember` it before), else what its file
    says now."""
    _, read, text = _read.get(module, (None, None, b""))
    if read == str(file):
        return text
    with suppress(OSError):
        return file.read_bytes()
    return b""


def remember() -> None:
    """Note what was imported since the last time. It may be imported anew: then it has a new spec."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] != PACKAGE:
            continue
        spec = getattr(module, "__spec__", None)
        if spec and _read.get(name, (None,))[0] is not spec:
            with suppress(OSError, AttributeError):
                _read[name] = spec, spec.origin, spec.loader.get_data(spec.origin)


def edited() -> list[str]:
    """The files that say something else now than when they were imported."""
    remember()
    found = []
    for name, (spec, file, text) in _read.items():
        with suppress(OSError):  # it is gone: nothing will be read from it
            if name in sys.modules and not _says(name, spec, file, text):
                found.append(Path(file).relative_to(ROOT).as_posix())
    return sorted(found)


def _says(name: str, spec: object, file: str, text: bytes) -> bool:
    """Whether a file says what was imported. Asked before every check: one that nobody wrote to is not read again."""
    stat = os.stat(file)
    now = spec, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size
    if _same.get(name) != now:
        if Path(file).read_bytes() != text:
            return False
        _same[name] = now
    return True


def warn_of_edits(stacklevel: int = 2) -> bool:
    """Say so where what runs is older than what one reads; whether it is."""
    if files := edited():
        warnings.warn(EDITED.format(files=" and ".join(files)), stacklevel=stacklevel + 1)
    return bool(files)


remember()
