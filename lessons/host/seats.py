"""Which process answers which visitor: always the same one, because a handle is valid in its process only."""

import os
import threading
from collections import Counter
from contextlib import suppress

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

MOST = 4  # processes; each needs about 200 MB when it has computed the figures of all lessons


def cores() -> int:
    """Return the number of processor cores that this program may use."""
    if hasattr(os, "sched_getaffinity"):  # Linux: a container may have fewer than the machine
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Seats:
    """The number of the process for each visitor. A second process serves the second visitor, and so on."""

    def __init__(self, count: int = 0):
        self.count = count or min(cores(), MOST)
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
        with self._guard:
            if session not in self._seats:
                active = _sessions()
                self._seats = {one: seat for one, seat in self._seats.items() if one in active}
                visitors = Counter(self._seats.values())
                self._seats[session] = min(range(self.count), key=visitors.__getitem__)
            return self._seats[session]


def _sessions() -> set[str]:
    """Return the ids of the open sessions; empty if Streamlit has renamed them."""
    with suppress(Exception):
        manager = runtime.get_instance()._session_mgr
        return {info.session.id for info in manager.list_active_sessions()}
    return set()
