"""Computed once, shared by all visitors, dropped when the code changes."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps

from lessons import faults, live
from lessons.time_limit import within

MOST = 512  # results that each function remembers; the one unused for longest goes first


class _Once:
    """A result that the first who asks computes, while the others wait."""

    def __init__(self):
        self.lock, self.done = threading.Lock(), False
        self.value = self.error = self.trace = None

    def get(self, function: Callable, key: tuple):
        with self.lock:
            if not self.done:
                try:
                    self.value = within(live.SECONDS, function, *key)
                except Exception as error:
                    self.error, self.trace = error, error.__traceback__
                    error.mistake = faults.explain(error)
                self.done = True
        if self.error:
            raise self.error.with_traceback(self.trace)
        return self.value


def shared(function: Callable) -> Callable:
    """Decorator: remember the result for its arguments, which are plain text. It is read-only.

    The generation of the code is part of the key, so an edited layer is never shown with numbers of
    the one before it (streamlit#9638). An error is remembered too: a layer that loops for ever is
    waited for once, not by every visitor. `st.cache_resource` would do this as well, in 0.4 ms a
    call; a page makes several.
    """
    results: OrderedDict[tuple, _Once] = OrderedDict()
    guard = threading.Lock()

    @wraps(function)
    def get(*key: str):
        place = (live.generation(), *key)
        with guard:
            once = results.setdefault(place, _Once())
            results.move_to_end(place)
            if len(results) > MOST:
                results.popitem(last=False)
        return once.get(function, key)

    return get
