"""What is computed of a lesson before anybody asks: its first picture, and what its checks say.

What its page opens with, a lesson's `results.warm()` computes.
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
    live.load(f"lessons.{lesson}.results").warm()
    check_exercise(lesson)
