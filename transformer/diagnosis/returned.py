"""A method returned nothing, or what nobody can use: which one it was, and what came back.

The app, which has no torch, asks here too: this file needs nothing but Python.
"""

import inspect
import re
import sys
from collections.abc import Callable
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any

from transformer.diagnosis.source_line import short


def returned(value: Any) -> str:
    """What came back in place of what was asked for: "returned a list", "returned nothing; it needs a return"."""
    kind = type(value).__name__
    if value is None:
        return "returned nothing; it needs a return"
    if kind in ("Tensor", "Parameter"):
        return f"returned a tensor {tuple(value.shape)} of {value.dtype}"
    return f"returned a{'n' * (kind[0] in 'aeioAEIO')} {kind}"


def last_return(file: str, run: Callable[[], object]) -> tuple[CodeType, object] | None:
    """The method of this file that returned last before `run` failed, and what it returned."""
    last: list[tuple[CodeType, object]] = []

    def watch(frame: FrameType, event: str, value: object) -> None:
        code = frame.f_code
        if event == "return" and code.co_filename == file and code.co_name[0] not in "_<":
            last[:] = [(code, value)]

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        run()
    except Exception:
        pass  # as the first time
    finally:
        sys.setprofile(before)
    return last[0] if last else None


def gave_nothing(error: BaseException) -> str:
    """The method whose result, None, was handed on until something failed: "normalise()" in
    `weights = self.normalise(…)`; "" where there is none. The error has to be there, with what its frames hold."""
    empty: set[str] = set()  # names that stand for None
    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        if short(frame.f_code.co_filename).startswith("transformer/"):
            empty |= {name for name, value in frame.f_locals.items() if value is None}
            for text in _lines_before(frame):
                found = re.match(r"(\w+) = self\.(\w+)\(", text.strip())
                if found and found[1] in empty and frame.f_locals.get(found[1], 0) is None:
                    return f"{found[2]}()"
    return ""


def _lines_before(frame: FrameType) -> list[str]:
    """The source of the function, up to the line that runs."""
    try:
        lines, start = inspect.getsourcelines(frame.f_code)
    except (OSError, TypeError):
        return []
    return lines[: frame.f_lineno - start]
