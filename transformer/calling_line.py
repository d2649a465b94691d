"""Find the line of source code that passed a value to its probe."""

import linecache
import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import torch

ROOT = Path(__file__).resolve().parents[1]
# These files pass values on; the line in question is in the file that called them.
BETWEEN = (__file__, str(Path(__file__).with_name("probe.py")), str(Path(torch.__file__).parent))


@dataclass(frozen=True)
class SourceLine:
    """The line of source code that passed a value to its probe."""

    file: str
    number: int
    code: str

    def __str__(self) -> str:
        return f"{self.file}:{self.number}  {self.code}"


def calling_line(*watching: str) -> SourceLine:
    """The line that called the probe: the first one outside torch, probe.py and `watching`."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename.startswith((*BETWEEN, *watching)):
        frame = frame.f_back
    path = frame.f_code.co_filename
    saved = os.stat(path).st_mtime_ns if os.path.exists(path) else 0  # a notebook: no file
    return _source_line(path, frame.f_lineno, saved)


@cache
def _source_line(path: str, number: int, saved: int) -> SourceLine:
    if saved:
        linecache.checkcache(path)  # the file may have been edited since it was read
    shown = Path(path).relative_to(ROOT) if Path(path).is_relative_to(ROOT) else Path(path)
    return SourceLine(shown.as_posix(), number, linecache.getline(path, number).strip())
