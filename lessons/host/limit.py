"""Run code that may never end, and stop it: for checks of what a student wrote."""

import ctypes
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any


class TooSlow(Exception):
    """The time was over. `frames` says where the code was, outermost first."""

    def __init__(self, frames: list[traceback.FrameSummary]):
        super().__init__("the time was over")
        self.frames = frames


class _Stop(BaseException):
    """Thrown into a thread to end it. Not an `Exception`, so that `except Exception` lets it pass."""


def within(seconds: float, function: Callable, *arguments) -> Any:
    """`function(*arguments)` in a thread of its own, for at most `seconds`.

    Returns what it returns and raises what it raises; raises `TooSlow` when the time is over. A
    signal would be simpler, but works only in the main thread, and an app's page runs in another.
    Code that waits inside C and not in Python cannot be ended; it is left behind, and the caller
    goes on.
    """
    outcome: dict[str, Any] = {}
    done = (
        threading.Event()
    )  # not join(): interrupted, that takes a running thread for a stopped one

    def work():
        try:
            outcome["value"] = function(*arguments)
        except BaseException as error:  # SystemExit too: a student's exit() must not end the app
            outcome["error"] = error
        finally:
            done.set()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    end = time.monotonic() + seconds
    try:
        while not done.wait(min(0.1, seconds)) and time.monotonic() < end:
            pass  # in short waits: a thread that waits hears no `_Stop`
    except BaseException:  # a notebook's stop button, or the end of a limit around this one
        _end(thread, done)
        raise
    if not done.is_set():
        frame = sys._current_frames().get(thread.ident)
        frames = traceback.extract_stack(frame) if frame else []
        _end(thread, done)
        raise TooSlow(frames)
    if "error" in outcome:
        raise outcome["error"]
    return outcome["value"]


def _end(thread: threading.Thread, done: threading.Event) -> None:
    """Throw `_Stop` into the thread until it ends; code may swallow it once with a bare `except`.

    Not too often: it may need a moment to end a thread of its own.
    """
    for _ in range(8):
        ident = ctypes.c_ulong(thread.ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(_Stop))
        if done.wait(0.15):
            return
