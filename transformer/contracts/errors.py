"""An error during a measurement, in words: the line that noticed it, and the line that caused it."""

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

MEASURE = ("transformer/contracts/", "transformer/measure/")  # these only call the layer
NO_CACHE = (
    "forward has no argument `cache`: write def forward(self, x, memory, mask=None, cache=None)"
)
Cause = tuple[str, str]  # in words, and the line; empty if unknown


def of_error(error: BaseException, layer: type | None) -> str:
    """The innermost line of the layer's own file, else of this package; "" if neither was running."""
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
    """Explain an error that was raised outside the layer's own lines: name the layer's method that ran just
    before. `run` repeats the error."""
    if isinstance(error, TypeError) and (
        match := re.search(r"(\w+)\(\) (takes|missing|got)", str(error))
    ):
        method = getattr(layer, match[1], None)
        if inspect.isfunction(method) and method.__code__.co_filename == file_of(layer):
            if match[1] == "forward" and "cache" not in inspect.signature(method).parameters:
                return NO_CACHE, line_of(method)
            write = "@staticmethod above it" if match[1] == "encoding" else "self first"
            says = (
                f"{match[1]} does not accept its arguments: write {write}, then the arguments of the inherited "
                "method"
            )
            return says, line_of(method)
    if not (last := last_return(file_of(layer), run)):
        return "", ""
    code, value = last
    unfit = "" if value is None else ", which the next step cannot use"
    says = f"just before, {code.co_name} {returned(value)}{unfit}"
    return says, f"{short(code.co_filename)}:{code.co_firstlineno}"
