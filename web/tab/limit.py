"""A time limit for code in a tab, which has one thread and cannot be stopped from outside.

`lessons.host.limit` watches from a second thread. Here the loops in students' code check the clock
themselves, at each iteration (`sys.monitoring`); the project's own code is not affected. Anything else that
never ends is ended with the Worker: the page offers Stop.
"""

import sys
import time
import traceback
from collections.abc import Callable
from pathlib import PurePath
from types import CodeType
from typing import Any

from lessons.host.limit import Left, TooSlow

TOOL = 4  # a tool number that profilers and debuggers do not use
_ends: list[float] = []  # the end times of the active limits, the outermost first


class _Over(BaseException):
    """Raised at an iteration of a loop. This is not an `Exception`, so `except Exception` does not catch it."""

    def __init__(self, end: float):
        super().__init__("the time is up")
        self.end = end


def within(seconds: float, function: Callable, *arguments: Any) -> Any:
    """Call `function(*arguments)` like `lessons.host.limit.within`, in the caller's thread."""
    _ends.append(end := time.monotonic() + seconds)
    try:
        return function(*arguments)
    except _Over as over:
        if over.end != end:  # an outer limit
            raise
        *frames, _ = traceback.extract_tb(over.__traceback__)  # the last one is `_turned`
        raise TooSlow(frames, seconds, seconds, seconds) from None
    except (SystemExit, KeyboardInterrupt) as error:
        raise Left(f"{type(error).__name__}: {error}") from error
    finally:
        _ends.remove(end)


def begin() -> None:
    """From now on, loops in students' files check the clock; and `lessons.host` uses this module."""
    from lessons.host import limit

    limit.within = within
    sys.monitoring.use_tool_id(TOOL, "glassbox")
    sys.monitoring.register_callback(TOOL, sys.monitoring.events.JUMP, _turned)
    sys.monitoring.set_events(TOOL, sys.monitoring.events.JUMP)


def _turned(code: CodeType, here: int, there: int) -> object:
    file = PurePath(code.co_filename).name
    if file != "exercise.py" and not file.startswith("my_"):
        return sys.monitoring.DISABLE  # permanently at this place
    if _ends and time.monotonic() > (end := min(_ends)):
        raise _Over(end)
    return None
