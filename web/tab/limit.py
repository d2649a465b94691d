"""A time limit for code in a tab, which has one thread and cannot be stopped from outside.

`lessons.host.limit` watches from a second thread. Here the lines of students' code check the time themselves
(`sys.monitoring`); the project's own code is not affected. Anything else that never ends is ended with the
Worker: the page offers Stop.

A tab has no clock for processor time. So the time that passes is divided by how much slower than usual this
computer computes at that moment: a limit of 3 seconds lasts longer in a tab, on an old phone, or on a busy computer.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import PurePath
from traceback import FrameSummary, extract_tb
from types import CodeType
from typing import Any

from lessons.host.limit import PATIENCE, Left, TooSlow

Place = tuple[CodeType, int]  # a line of a function
TOOL = 4  # a tool number that profilers and debuggers do not use
STEPS, USUAL = 20_000, 0.0006  # a small computation, and its seconds in Python outside of a browser
TICK = 0.02  # seconds between two looks at the line that runs
EVERY = 0.25  # seconds between two measurements of the computer's speed


class _Over(BaseException):
    """Raised at a line. This is not an `Exception`, so `except Exception` does not catch it."""

    def __init__(self, limit: "_Limit"):
        super().__init__("the time is up")
        self.limit = limit


class _Limit:
    """One running limit."""

    def __init__(self, seconds: float):
        self.seconds, self.used = seconds, 0.0
        self.begun = self.measured = time.monotonic()
        self.spent: defaultdict[Place | None, float] = defaultdict(float)  # line → seconds

    def check(self, now: float) -> None:
        """Raise `_Over` if the time is up."""
        if now - self.measured > min(EVERY, self.seconds / 4):
            self.used += (now - self.measured) / slowness()
            self.measured = time.monotonic()
        if self.used >= self.seconds:
            raise _Over(self)

    def too_slow(self, over: _Over) -> TooSlow:
        """Name the line where most of the time went, which need not be the line that ran last."""
        took = round(time.monotonic() - self.begun, 1)
        frames = [frame for frame in extract_tb(over.__traceback__) if frame.filename != __file__]
        if place := max(self.spent, key=self.spent.__getitem__, default=None):
            code, line = place
            frames.append(FrameSummary(code.co_filename, line, code.co_name))
        return TooSlow(frames, took, took, took)


def slowness() -> float:
    """Return how many times as long as usual a computation takes now: at least 1, and at most `PATIENCE`."""
    begun, total = time.perf_counter(), 0
    for number in range(STEPS):
        total += number % 7
    return min(max((time.perf_counter() - begun) / USUAL, 1.0), PATIENCE)


_limits: list[_Limit] = []  # the active ones, the outermost first
_here: Place | None = None  # the line that runs now
_seen = 0.0  # when `_here` was looked at last


def run_with_timeout(seconds: float, function: Callable, *arguments: Any) -> Any:
    """Call `function(*arguments)` like `lessons.host.limit.run_with_timeout`, in the caller's thread."""
    global _here, _seen
    _limits.append(limit := _Limit(seconds))
    _here, _seen = None, limit.begun
    try:
        return function(*arguments)
    except _Over as over:
        if over.limit is not limit:  # an outer one
            raise
        raise limit.too_slow(over) from None
    except (SystemExit, KeyboardInterrupt) as error:
        raise Left(f"{type(error).__name__}: {error}") from error
    finally:
        _limits.remove(limit)


def begin() -> None:
    """From now on, the lines of students' files check the time."""
    monitoring = _monitoring()
    events = monitoring.events
    monitoring.use_tool_id(TOOL, "glassbox")
    monitoring.register_callback(TOOL, events.PY_START, _began)
    monitoring.register_callback(TOOL, events.LINE, _reached)
    monitoring.register_callback(TOOL, events.JUMP, _turned)
    monitoring.set_events(TOOL, events.PY_START)


def _monitoring() -> Any:
    """Return `sys.monitoring`, which exists since Python 3.12."""
    return vars(sys)["monitoring"]


def _began(code: CodeType, at: int) -> object:
    file = PurePath(code.co_filename).name
    if file == "exercise.py" or file.startswith("my_"):
        events = _monitoring().events
        _monitoring().set_local_events(TOOL, code, events.LINE | events.JUMP)
    return _monitoring().DISABLE  # permanently at this place


def _reached(code: CodeType, line: int) -> None:
    """Called before each line, so it must be quick. The time since the last look went to the line that ran until now."""
    global _here, _seen
    if (now := time.monotonic()) - _seen > TICK:
        for limit in _limits:
            limit.spent[_here] += now - _seen
            limit.check(now)
        _seen = time.monotonic()
    _here = (code, line)


def _turned(code: CodeType, here: int, there: int) -> None:
    """Called at each iteration, because a loop may have only one line."""
    if time.monotonic() - _seen > TICK:
        _reached(code, _here[1] if _here else code.co_firstlineno)
