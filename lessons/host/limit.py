"""Run code that may never end, and stop it: for checks of what a student wrote."""

import ctypes
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

COMPILES = 12  # so many times as long for the first `torch.compile`, which calls a C compiler
PATIENCE = 12  # so many times longer by the clock: a busy machine gives code less of the processor


class TooSlow(Exception):
    """The time was over. `frames` says where the code was, outermost first.

    It had `used` of the `seconds` on the processor that it was given. If `starved`, the end came by the
    clock, after `clock` seconds: the machine was busy with something else, or the code only waits.
    """

    def __init__(
        self, frames: list[traceback.FrameSummary], seconds: float, used: float, clock: float
    ):
        super().__init__("the time was over")
        self.frames, self.seconds, self.used, self.clock = frames, seconds, used, clock
        self.starved = used < seconds


class Left(Exception):
    """The code ended by `sys.exit`, or raised KeyboardInterrupt: that (`__cause__`) would end the caller,
    though nobody has asked it to."""


class _Stop(BaseException):
    """Thrown into a thread to end it. Not an `Exception`, so that `except Exception` lets it pass."""


class _Meter:
    """How long a thread has had the processor, with the threads of limits inside it.

    Where a system does not tell that of another thread (macOS, Windows), the clock stands in.
    """

    def __init__(self):
        self.begun, self.clock, self.total = time.monotonic(), None, None
        self.thread: int | None = None
        self.inside: list[_Meter] = []

    def start(self) -> None:
        """Called in the thread itself: asked about a thread that has ended, the system may crash."""
        self.thread = threading.get_ident()
        if hasattr(time, "pthread_getcpuclockid"):
            self.clock = time.pthread_getcpuclockid(threading.get_ident())

    def stop(self) -> None:
        """Called in the thread itself, last of all."""
        self.total = time.thread_time()

    def innermost(self) -> "_Meter":
        """That of the limit inside it which still waits, if one does."""
        left = [meter for meter in self.inside if meter.total is None and meter.thread]
        return left[-1].innermost() if left else self

    def seconds(self) -> float:
        if not hasattr(time, "pthread_getcpuclockid"):
            return time.monotonic() - self.begun
        return self._alone() + sum(meter.seconds() for meter in self.inside)

    def _alone(self) -> float:
        if self.total is None and self.clock is not None:
            with suppress(OSError):  # it ends just now
                return time.clock_gettime(self.clock)
        return self.total or 0.0


_running = threading.local()  # `meter` of the limit under which a thread runs


def within(seconds: float, function: Callable, *arguments) -> Any:
    """`function(*arguments)` in a thread of its own, for at most `seconds` on the processor.

    Returns what it returns and raises what it raises, `Left` where it exits; raises `TooSlow` when the
    time is over, by the clock only after `PATIENCE` times as long. Threads that the code starts by itself are not counted;
    there the clock decides. A signal would be simpler, but works only in the main thread, and an
    app's page runs in another. Code that waits inside C and not in Python cannot be ended; it is left
    behind, and the caller goes on.
    """
    outcome: dict[str, Any] = {}
    # Not join(): interrupted, that takes a running thread for a stopped one.
    done = threading.Event()
    meter = _Meter()
    if outer := getattr(_running, "meter", None):
        outer.inside.append(meter)

    def work():
        meter.start()
        _running.meter = meter
        with suppress(_Stop):  # one more may be on its way when the code has ended
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
        while not done.wait(min(0.1, seconds)):  # short waits: a thread that waits hears no `_Stop`
            slower = COMPILES if "torch._inductor" in sys.modules and not compiler else 1
            late = time.monotonic() - begun >= PATIENCE * seconds * slower
            if (used := meter.seconds()) >= seconds * slower or late:
                break
    except BaseException:  # a notebook's stop button, or the end of a limit around this one
        _end(thread, done, outcome)
        raise
    if not done.is_set():
        frame = sys._current_frames().get(meter.innermost().thread)
        frames = traceback.extract_stack(frame) if frame else []
        _end(thread, done, outcome)
        raise TooSlow(frames, seconds, used, PATIENCE * seconds)
    if error := outcome.pop("error", None):
        if isinstance(error, SystemExit | KeyboardInterrupt):
            raise Left(f"{type(error).__name__}: {error}") from error
        raise error
    return outcome["value"]


def _end(thread: threading.Thread, done: threading.Event, outcome: dict) -> None:
    """Throw `_Stop` into the thread until it ends; code may swallow it once with a bare `except`.

    Not too often: it may need a moment to end a thread of its own.
    """
    for _ in range(8):
        if not outcome:  # else the code has ended, and its thread is about to
            ident = ctypes.c_ulong(thread.ident)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_Stop))
        if done.wait(0.15):
            return
