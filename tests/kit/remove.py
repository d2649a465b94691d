"""Remove a folder into which another process may still be writing."""

import shutil
from pathlib import Path


def remove(path: Path) -> None:
    """Remove a file, or a folder again and again until it is gone: a run that has just ended still writes its last
    files."""
    while path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    path.unlink(missing_ok=True)
