"""Find the method that returned nothing or something unusable, and name what it returned.

The app, which has no torch, uses this file too: it needs nothing but Python.
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
    """Describe a value that was returned: "returned a list", "returned nothing; it needs a return"."""
    kind = type(value).__name__
    if value is None:
        return "returned nothing; it needs a return"
    if kind in ("Tensor", "Parameter"):
        return f"returned a tensor of shape {tuple(value.shape)} and dtype {value.dtype}"
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
        pass  # the same error as the first time
    finally:
        sys.setprofile(before)
    return last[0] if last else None


def gave_nothing(error: BaseException) -> str:
    """The method whose result None was passed on until something failed: "normalise()" in
    `weights = self.normalise(…)`; "" if there is none. The error must still have its frames."""
    empty: set[str] = set()  # names that are None
    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        if short(frame.f_code.co_filename).startswith("transformer/"):
            empty |= {name for name, value in frame.f_locals.items() if value is None}
            for text in _lines_before(frame):
                match = re.match(r"(\w+) = self\.(\w+)\(", text.strip())
                if match and match[1] in empty and frame.f_locals.get(match[1], 0) is None:
                    return f"{match[2]}()"
    return ""


def _lines_before(frame: FrameType) -> list[str]:
    """The source lines of the function, up to the running line."""
    try:
        lines, start = inspect.getsourcelines(frame.f_code)
    except (OSError, TypeError):
        return []
    return lines[: frame.f_lineno - start]
