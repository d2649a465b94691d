"""How long code may run in a tab, which has one thread and nobody who could stop it from outside.

`lessons.host.limit` watches from a second thread. Here the loops of what students write look at the clock
themselves, at each turn (`sys.monitoring`); the code of the project is left alone and costs nothing. Whatever still
never ends, ends with the Worker: the page offers Stop.
"""

import sys
import time
import traceback
from collections.abc import Callable
from pathlib import PurePath
from types import CodeType
from typing import Any

from lessons.host.limit import Left, TooSlow

TOOL = 4  # a number that no profiler and no debugger has taken
_ends: list[float] = []  # of each limit that code runs under, the outermost first: when it is over


class _Over(BaseException):
    """Raised at a turn of a loop. Not an `Exception`, so that `except Exception` lets it pass."""

    def __init__(self, end: float):
        super().__init__("the time was over")
        self.end = end


def within(seconds: float, function: Callable, *arguments: Any) -> Any:
    """`function(*arguments)`; as `lessons.host.limit.within`, in the thread of whoever asks."""
    _ends.append(end := time.monotonic() + seconds)
    try:
        return function(*arguments)
    except _Over as over:
        if over.end != end:  # that of a limit around this one
            raise
        *frames, _ = traceback.extract_tb(over.__traceback__)  # the last one is `_turned`
        raise TooSlow(frames, seconds, seconds, seconds) from None
    except (SystemExit, KeyboardInterrupt) as error:
        raise Left(f"{type(error).__name__}: {error}") from error
    finally:
        _ends.remove(end)


def begin() -> None:
    """From now on loops of students' files look at the clock; and `lessons.host` asks here."""
    from lessons.host import limit

    limit.within = within
    sys.monitoring.use_tool_id(TOOL, "glassbox")
    sys.monitoring.register_callback(TOOL, sys.monitoring.events.JUMP, _turned)
    sys.monitoring.set_events(TOOL, sys.monitoring.events.JUMP)


def _turned(code: CodeType, here: int, there: int) -> object:
    file = PurePath(code.co_filename).name
    if file != "exercise.py" and not file.startswith("my_"):
        return sys.monitoring.DISABLE  # at this place for ever
    if _ends and time.monotonic() > (end := min(_ends)):
        raise _Over(end)
    return None
