"""Run code with a time limit: for the checks of students' code."""

import ctypes
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

COMPILES = 12  # factor for the first `torch.compile`, which calls a C compiler
PATIENCE = 12  # factor for the clock: on a busy computer, code gets less CPU time


class TooSlow(Exception):
    """Raised when the time is up. `frames` says where the code was, outermost first.

    The code `used` that much of its `seconds` of CPU time. If `starved`, the clock stopped it,
    after `clock` seconds: the computer was busy with something else, or the code only waits.
    """

    def __init__(
        self, frames: list[traceback.FrameSummary], seconds: float, used: float, clock: float
    ):
        super().__init__("the time is up")
        self.frames, self.seconds, self.used, self.clock = frames, seconds, used, clock
        self.starved = used < seconds


class Left(Exception):
    """The code called `sys.exit` or raised KeyboardInterrupt. That error (`__cause__`) would end the caller,
    which must go on."""


class _Stop(BaseException):
    """Thrown into a thread to end it. This is not an `Exception`, so `except Exception` does not catch it."""


class _Meter:
    """The CPU time of a thread, including the threads of limits inside it.

    On systems that cannot measure another thread (macOS, Windows), this is the wall-clock time.
    """

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.clock: int | None = None
        self.total: float | None = None
        self.thread: int | None = None
        self.inside: list[_Meter] = []

    def start(self) -> None:
        """Call this in the thread itself: reading the clock of an ended thread can crash the system."""
        self.thread = threading.get_ident()
        if hasattr(time, "pthread_getcpuclockid"):
            self.clock = time.pthread_getcpuclockid(threading.get_ident())

    def stop(self) -> None:
        """Call this in the thread itself, at its end."""
        self.total = time.thread_time()

    def innermost(self) -> "_Meter":
        """Return the meter of an inner limit that is still waiting, if there is one."""
        left = [meter for meter in self.inside if meter.total is None and meter.thread]
        return left[-1].innermost() if left else self

    def seconds(self) -> float:
        if not hasattr(time, "pthread_getcpuclockid"):
            return time.monotonic() - self.begun
        return self._alone() + sum(meter.seconds() for meter in self.inside)

    def _alone(self) -> float:
        if self.total is None and self.clock is not None:
            with suppress(OSError):  # it is just ending
                return time.clock_gettime(self.clock)
        return self.total or 0.0


_running = threading.local()  # `meter` of the limit under which a thread runs


def run_with_timeout(seconds: float, function: Callable, *arguments: Any) -> Any:
    """Call `function(*arguments)` in its own thread, for at most `seconds` of CPU time.

    Return its result and raise its errors; raise `Left` if it exits, and `TooSlow` when the time is up. The
    wall clock stops it only after `PATIENCE` times as long. Threads that the code starts are not measured;
    there the wall clock decides. A signal would be simpler, but works only in the main thread, and an
    app's page runs in another. Code that waits inside C instead of Python cannot be ended; it is left
    behind, and the caller continues.
    """
    outcome: dict[str, Any] = {}
    # Not join(): after an interrupt, it mistakes a running thread for a stopped one.
    done = threading.Event()
    meter = _Meter()
    if outer := getattr(_running, "meter", None):
        outer.inside.append(meter)

    def work() -> None:
        meter.start()
        _running.meter = meter
        with suppress(_Stop):  # another one can arrive when the code has ended
            try:
                outcome["value"] = function(*arguments)
            except BaseException as error:
                outcome["error"] = error
            finally:
                meter.stop()
                done.set()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    begun, compiler = time.monotonic(), "torch._inductor" in sys.modules
    try:
        while not done.wait(min(0.1, seconds)):  # a waiting thread does not receive `_Stop`
            slower = COMPILES if "torch._inductor" in sys.modules and not compiler else 1
            late = time.monotonic() - begun >= PATIENCE * seconds * slower
            if (used := meter.seconds()) >= seconds * slower or late:
                break
    except BaseException:  # a notebook's stop button, or the end of a limit around this one
        _end(thread, done, outcome)
        raise
    if not done.is_set():
        frame = sys._current_frames().get(meter.innermost().thread or 0)
        frames = traceback.extract_stack(frame) if frame else []
        _end(thread, done, outcome)
        raise TooSlow(frames, seconds, used, PATIENCE * seconds)
    if error := outcome.pop("error", None):
        if isinstance(error, SystemExit | KeyboardInterrupt):
            raise Left(f"{type(error).__name__}: {error}") from error
        raise error
    return outcome["value"]


def _end(thread: threading.Thread, done: threading.Event, outcome: dict) -> None:
    """Throw `_Stop` into the thread until it ends; code can swallow it once with a bare `except`.

    The interval is not too short, because the code may need a moment to end its own thread.
    """
    assert thread.ident is not None, "it has started"
    for _ in range(8):
        if not outcome:  # otherwise the code has ended, and its thread is about to end
            ident = ctypes.c_ulong(thread.ident)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_Stop))
        if done.wait(0.15):
            return
