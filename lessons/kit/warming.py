"""What is computed of a lesson before anybody asks: its first picture, and what its checks say.

A lesson's `results.cover()` is the figure that its page opens with; what it opens with besides, its `warm()`
computes, where it has one.
"""

from lessons.host import live
from lessons.host.shared import shared
from lessons.kit.checking import Result


@shared
def check_exercise(lesson: str) -> Result:
    """What the checks say about the student's code, as the file is now."""
    return live.load(f"lessons.{lesson}.checks").check()


def warm(lesson: str) -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    results = live.load(f"lessons.{lesson}.results")
    results.cover()
    if hasattr(results, "warm"):
        results.warm()
    check_exercise(lesson)
