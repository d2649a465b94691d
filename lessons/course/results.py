"""Results of the course page: the bug of the day."""

from datetime import date

from lessons.host.shared_cache import shared_cache
from lessons.kit.bugs import Bug, of_the_day

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them


@shared_cache
def bug(day: date) -> Bug:
    """Return the bug of that day."""
    return of_the_day(day)


def warm() -> None:
    """Compute what the first visitor will see, so that it is there at once."""
    bug(date.today())
