"""Remove a folder into which another process may still be writing."""

import shutil
from pathlib import Path


def remove(folder: Path) -> None:
    """Remove `folder` again and again until it is gone: a run that has just ended still writes its last files."""
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=True)
