"""What the course page computes: the bug of the day."""

from datetime import date

from lessons.host.shared import shared
from lessons.kit.bugs import Bug, of_the_day


@shared
def bug(day: date) -> Bug:
    """The bug to find on that day; the first visitor of a day waits for it."""
    return of_the_day(day)


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    bug(date.today())
