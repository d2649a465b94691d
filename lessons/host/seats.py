"""Which process answers which visitor: always the same one, because a handle is valid in its process only."""

import os
import threading
from collections import Counter
from contextlib import suppress

import psutil
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

MOST = 4  # processes
NEEDS = (
    1 << 30
)  # bytes of memory for a process with the figures of all lessons; 0.8 GB were measured


def for_a_class() -> int:
    """Return how many processes serve a class: one for each processor core but one, which draws the pages, and no
    more than the free memory allows."""
    if hasattr(os, "sched_getaffinity"):  # Linux: a container may have fewer cores than the machine
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    room = psutil.virtual_memory().available // NEEDS
    return max(1, min(cores - 1, MOST, room))


class Seats:
    """The number of the process for each visitor; at first all of them share process 0."""

    def __init__(self) -> None:
        self.open = 1  # processes that visitors can be given
        self._guard = threading.Lock()
        self._seats: dict[str, int] = {}  # session → number of its process
        self._thread = threading.local()

    def here(self) -> int:
        """Return the number for the visitor whose page runs in this thread; 0 if no page runs here."""
        if (taken := getattr(self._thread, "number", None)) is not None:
            return taken
        context = get_script_run_ctx(suppress_warning=True)
        return self._of(context.session_id) if context else 0

    def take(self, number: int) -> None:
        """Let this thread, which serves no visitor, ask the process of that number."""
        self._thread.number = number

    def _of(self, session: str) -> int:
        """Return the number for a session; a new one gets the process with the fewest visitors."""
        with self._guard:
            if session not in self._seats:
                active = _sessions()
                self._seats = {name: seat for name, seat in self._seats.items() if name in active}
                visitors = Counter(self._seats.values())
                self._seats[session] = min(range(self.open), key=visitors.__getitem__)
            return self._seats[session]


def _sessions() -> set[str]:
    """Return the ids of the open sessions; empty if Streamlit has renamed them."""
    with suppress(Exception):
        manager = runtime.get_instance()._session_mgr
        return {info.session.id for info in manager.list_active_sessions()}
    return set()
