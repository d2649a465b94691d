"""The small pictures of the course page: drawn beside it, one after the other, and kept."""

import threading
from contextlib import suppress

from lessons import LESSONS
from lessons.host import live, remote

results = live.module("lessons.course.results")

_at_work = threading.Lock()


def ready(lesson: str) -> bool:
    """Whether its picture is there, or will not come."""
    return results.cover.ready(lesson)


def missing() -> list[str]:
    """The lessons whose picture is still to be drawn."""
    return [lesson.name for lesson in LESSONS if not ready(lesson.name)]


def draw() -> None:
    """Draw what is missing. The page does not wait for it, and others are answered in between."""
    if missing() and _at_work.acquire(blocking=False):
        threading.Thread(target=_draw, daemon=True, name="covers").start()


def _draw() -> None:
    try:
        with suppress(Exception):
            results.find_fonts()
        for lesson in missing():
            remote.pool.give_way()
            with suppress(BaseException):  # its card says so
                results.cover(lesson)
    finally:
        _at_work.release()
