"""Results that are computed once, shared by all visitors, and dropped when the code changes."""

import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import Any, TypeVar, cast

from lessons.host import faults, live, of_a_run
from lessons.host.host import current
from lessons.host.limit import TooSlow
from transformer.runs.run_folder import Damaged

MOST = 512  # results in the cache of each function; the least recently used one is dropped first
REST = 20.0  # seconds before an endless computation is tried again

F = TypeVar("F", bound=Callable)

# One computation at a time. Small tensor operations in several threads compete for the interpreter,
# up to 5 ms each time: fifteen visitors with new sentences waited 2,300 ms; one after the other, 140 ms.
_computing = threading.Lock()
# `computing` in the thread that computes, which can request other results.
_here = threading.local()


class Observer:
    """Follows the results of all pages: the build of the site stores those that take long (`web/tab/saved_results.py`)."""

    def on_request(self, function: Callable, key: tuple, is_cached: bool) -> None:
        """A result is needed; it may be `known` already."""

    def on_start(self, function: Callable, key: tuple) -> None:
        """A result is computed now."""

    def on_result(self, function: Callable, key: tuple, result: "Result") -> None:
        """It has been computed, or its error."""


observer = Observer()


def is_computing() -> bool:
    """Say whether this thread is computing."""
    return getattr(_here, "computing", False)


class Result:
    """A value or an error; the first caller computes it, while the others wait."""

    def __init__(self) -> None:
        self.lock, self.until = threading.Lock(), 0.0
        self.value: Any = None
        self.error: Exception | None = None

    def get(self, function: Callable, key: tuple) -> Any:
        observer.on_request(function, key, self.is_valid())
        if not self.is_valid():
            # Always in this order. Otherwise one thread could hold a result and wait for its turn to compute, while
            # another had the turn and waited for that result.
            with nullcontext() if is_computing() else _computing, self.lock:
                if not self.is_valid():  # another thread has computed it meanwhile
                    observer.on_start(function, key)
                    self.compute(function, key)
                    observer.on_result(function, key, self)
        if self.error:
            raise self.error.with_traceback(None)
        return self.value

    def is_valid(self) -> bool:
        return time.monotonic() <= self.until

    def compute(self, function: Callable, key: tuple) -> None:
        def work() -> Any:
            _here.computing = True
            # The number is set per thread, and a new thread has one per CPU core: small steps then
            # wait for each other, and take twice the CPU time.
            if torch := sys.modules.get("torch"):
                torch.set_num_threads(1)
            return function(*key)

        host = current()
        try:
            if host.has_prepared(function, key):
                self.value = host.prepared(function, key)
            else:
                self.value = (
                    function(*key) if is_computing() else host.run_with_timeout(live.SECONDS, work)
                )
        except Exception as error:
            faults.make_storable(error)
            self.error = error
            self.until = float("inf")
            if isinstance(error, TooSlow):
                self.until = time.monotonic() + REST
            elif isinstance(error, OSError | Damaged) or of_a_run(key):  # its files can be mended
                self.until = 0.0
        else:  # a computation that an outer limit stopped is repeated
            self.error, self.until = None, float("inf")


def shared_cache(function: F) -> F:
    """Decorator: cache the result for its arguments, which are plain text. It is read-only.

    The generation of the code is part of the key, so an edited layer is never shown with the numbers of
    the previous one (streamlit#9638). Errors are cached too: a layer that loops forever delays
    only one visitor. `st.cache_resource` would do the same in 0.4 ms per
    call, and a page makes several.
    """
    results: OrderedDict[tuple, Result] = OrderedDict()
    guard = threading.Lock()
    live.on_change(results.clear)

    @wraps(function)
    def get(*key: str) -> Any:
        versioned = (live.generation(), *key)
        with guard:
            result = results.setdefault(versioned, Result())
            results.move_to_end(versioned)
            if len(results) > MOST:
                results.popitem(last=False)
        return result.get(function, key)

    def ready(*key: str) -> bool:
        """Say whether this result, or its error, is available without waiting."""
        with guard:
            result = results.get((live.generation(), *key))
        is_cached = result is not None and result.is_valid()
        return is_cached or current().has_prepared(function, key)

    get.ready = ready  # type: ignore[attr-defined]  # for `web/tab` and the worker
    return cast(F, get)
