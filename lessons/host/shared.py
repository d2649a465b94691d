"""Computed once, shared by all visitors, dropped when the code changes."""

import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps

from lessons.host import faults, live
from lessons.host.limit import TooSlow, within

MOST = 512  # results that each function remembers; the one unused for longest goes first
REST = 20.0  # seconds before something that ran for ever is tried again

# One computation at a time. Small tensor operations in several threads hand the interpreter to and
# fro, up to 5 ms each time: fifteen visitors with new sentences waited 2,300 ms, in turn 140 ms.
_computing = threading.Lock()
_here = threading.local()  # `inside` in the thread that computes: what it needs, it may ask for


def brought(function: Callable, key: tuple) -> bool:
    """Whether the result came with the page: so it may in a tab, see `web/tab/known.py`."""
    return False


def inside() -> bool:
    """Whether this thread is one that computes."""
    return getattr(_here, "inside", False)


class _Result:
    """A value or an error; the first who asks computes it, while the others wait."""

    def __init__(self):
        self.lock, self.until = threading.Lock(), 0.0
        self.value = self.error = None

    def get(self, function: Callable, key: tuple):
        if not self.known():
            # Always in this order: who held a result and waited for the turn to compute, and who had
            # the turn and needed that result, waited for each other.
            with nullcontext() if inside() else _computing, self.lock:
                if not self.known():  # somebody else has computed it meanwhile
                    self.compute(function, key)
        if self.error:
            raise self.error.with_traceback(None)
        return self.value

    def known(self) -> bool:
        return time.monotonic() <= self.until

    def compute(self, function: Callable, key: tuple) -> None:
        def work():
            _here.inside = True
            # It is set for a thread at a time, and a new one has as many as there are processors: there small
            # steps wait for each other, and take twice the processor.
            if torch := sys.modules.get("torch"):
                torch.set_num_threads(1)
            return function(*key)

        try:
            self.value = function(*key) if inside() else within(live.SECONDS, work)
        except Exception as error:
            faults.keep(error)
            self.error = error
            self.until = time.monotonic() + REST if isinstance(error, TooSlow) else float("inf")
        else:  # what was stopped from outside, by a limit around this one, is computed again
            self.error, self.until = None, float("inf")


def shared(function: Callable) -> Callable:
    """Decorator: remember the result for its arguments, which are plain text. It is read-only.

    The generation of the code is part of the key, so an edited layer is never shown with numbers of
    the one before it (streamlit#9638). An error is remembered too: a layer that loops for ever is
    waited for once, not by every visitor. `st.cache_resource` would do this as well, in 0.4 ms a
    call; a page makes several.
    """
    results: OrderedDict[tuple, _Result] = OrderedDict()
    guard = threading.Lock()
    live.forget_too(results.clear)

    @wraps(function)
    def get(*key: str):
        versioned = (live.generation(), *key)
        with guard:
            result = results.setdefault(versioned, _Result())
            results.move_to_end(versioned)
            if len(results) > MOST:
                results.popitem(last=False)
        return result.get(function, key)

    def ready(*key: str) -> bool:
        """Whether nobody would have to wait for this result, or for its error."""
        with guard:
            result = results.get((live.generation(), *key))
        return result is not None and result.known() or brought(function, key)

    get.ready = ready
    return get
