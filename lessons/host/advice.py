"""What to do about errors whose own words name the cause badly, or not at all."""

import inspect
import re
from types import FrameType

from lessons.host.locations import said_by, short

# What torch or Python says → what it means in a layer.
MEANS = (
    (r"before Module\.__init__\(\) call", "Call super().__init__() first of all in __init__."),
    (r"no attribute 'zero_'", "With bias=False there is no bias: leave one of the two out."),
)


def advice(error: BaseException, line: str) -> str:
    """A sentence to add; "" where the error says enough."""
    message = said_by(error)
    if said := next((said for words, said in MEANS if re.search(words, message)), ""):
        return said
    if "NoneType" in message and (name := _none(error)):
        return f"{name} returns nothing there: does its last line begin with return?"
    return ""


def _none(error: BaseException) -> str:
    """The method whose result, None, was handed on: "normalise()" in `weights = self.normalise(…)`."""
    names: set[str] = set()
    for frame in reversed(_frames(error)):
        if short(frame.f_code.co_filename).startswith("transformer/"):
            names |= {n for n, value in frame.f_locals.items() if value is None}
            for text in _lines(frame):
                found = re.match(r"(\w+) = self\.(\w+)\(", text.strip())
                if found and found[1] in names and frame.f_locals.get(found[1], 0) is None:
                    return f"{found[2]}()"
    return ""


def _lines(frame: FrameType) -> list[str]:
    """The source of the function, up to the line that runs."""
    try:
        lines, start = inspect.getsourcelines(frame.f_code)
    except (OSError, TypeError):
        return []
    return lines[: frame.f_lineno - start]


def _frames(error: BaseException) -> list[FrameType]:
    frames, step = [], error.__traceback__
    while step:
        frames.append(step.tb_frame)
        step = step.tb_next
    return frames
