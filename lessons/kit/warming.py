"""Computations before the first visit: a lesson's first figure, and the results of its checks.

A lesson's `results.warm()` computes what its page shows first.
"""

from lessons.host import live
from lessons.host.shared_cache import shared_cache
from lessons.kit.checking import Result


@shared_cache
def check_exercise(lesson: str) -> Result:
    """Return the result of the checks for the student's file as it is now."""
    return live.import_module(f"lessons.{lesson}.checks").check()


def warm(lesson: str) -> None:
    """Compute what the first visitor will see, so that nobody waits."""
    live.import_module(f"lessons.{lesson}.results").warm()
    check_exercise(lesson)
