"""An error stands where it is noticed. Where it was made: in the method of the layer that ran just before."""

import inspect
import re
import sys
from collections.abc import Callable
from types import CodeType, FrameType

from torch import Tensor

from transformer.contracts.source_line import line_of, shown

Cause = tuple[str, str]  # in words, and the line; empty where there is none


def cause(error: BaseException, layer: type, run: Callable[[], object]) -> Cause:
    """Of an error that the machine met, not the layer's own lines; `run` meets it once more."""
    if isinstance(error, TypeError) and (
        found := re.search(r"(\w+)\(\) (takes|missing|got)", str(error))
    ):
        method = getattr(layer, found[1], None)
        if inspect.isfunction(method) and method.__code__.co_filename == file_of(layer):
            write = "@staticmethod above it" if found[1] == "encoding" else "self first"
            says = f"{found[1]} is called with other arguments than it has: write {write}, then the arguments as in the layer that it inherits from"
            return says, line_of(method)
    if not (last := last_return(layer, run)):
        return "", ""
    code, value = last
    where = f"{shown(code.co_filename)}:{code.co_firstlineno}"
    if value is None:
        return f"{code.co_name} returned nothing just before: does it end with return?", where
    what = (
        f"{value.dtype}, {tuple(value.shape)},"
        if isinstance(value, Tensor)
        else type(value).__name__
    )
    return f"{code.co_name} returned {what} just before, and what follows cannot use that", where


def last_return(layer: type, run: Callable[[], object]) -> tuple[CodeType, object] | None:
    """The method in the layer's file that returned last before `run` failed, and what it returned."""
    file = file_of(layer)
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


def file_of(layer: type) -> str:
    try:
        return inspect.getsourcefile(layer) or ""
    except (OSError, TypeError):
        return ""
