"""An error under a measurement, in words: the line at which it is noticed, and the one where it was made."""

import inspect
import re
from collections.abc import Callable, Sequence
from traceback import FrameSummary

from transformer.diagnosis.returned import last_return, returned
from transformer.diagnosis.source_line import (
    PASS_ON,
    cannot_read,
    file_of,
    frames_of,
    line_of,
    located,
    said_by,
    short,
    to_blame,
)

MEASURE = ("transformer/contracts/", "transformer/measure/")  # they only call the layer
Cause = tuple[str, str]  # in words, and the line; empty where there is none


def of_error(error: BaseException, layer: type | None) -> str:
    """The innermost line of the layer's own file, else of the machine; "" where neither was running."""
    if isinstance(error, SyntaxError):
        return f"{short(error.filename or '')}:{error.lineno}"
    return of_frames(frames_of(error), layer)


def of_frames(frames: Sequence[FrameSummary], layer: type | None = None) -> str:
    return located(to_blame(frames, file_of(layer), (*PASS_ON, *MEASURE)))


def sentence(error: BaseException, layer: type | None) -> str:
    """ "transformer/variants/my_attention.py:17: RuntimeError: …", on one line."""
    if isinstance(error, SyntaxError):
        return cannot_read(error)
    where, text = of_error(error, layer), f"{type(error).__name__}: {said_by(error)}"
    text = " ".join(text.removesuffix(": ").split())[:300]
    return f"{where}: {text}" if where else text


def cause(error: BaseException, layer: type, run: Callable[[], object]) -> Cause:
    """Of an error that the machine met, not the layer's own lines: the method of the layer that ran just
    before. `run` meets the error once more."""
    if isinstance(error, TypeError) and (
        found := re.search(r"(\w+)\(\) (takes|missing|got)", str(error))
    ):
        method = getattr(layer, found[1], None)
        if inspect.isfunction(method) and method.__code__.co_filename == file_of(layer):
            write = "@staticmethod above it" if found[1] == "encoding" else "self first"
            says = f"{found[1]} is called with other arguments than it has: write {write}, then the arguments as in the layer that it inherits from"
            return says, line_of(method)
    if not (last := last_return(file_of(layer), run)):
        return "", ""
    code, value = last
    unfit = "" if value is None else ", and what follows cannot use that"
    says = f"just before, {code.co_name} {returned(value)}{unfit}"
    return says, f"{short(code.co_filename)}:{code.co_firstlineno}"
