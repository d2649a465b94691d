"""Threads that a test has left behind."""

import threading


def all_end(threads: set[threading.Thread]) -> bool:
    """Return whether all of these threads end, however long a busy machine lets them wait for a turn."""
    for thread in threads:
        thread.join(60)
    return not any(thread.is_alive() for thread in threads)
