"""Which checks of an exercise fail for a student."""

from collections.abc import Iterable, Sequence
from typing import Any

from lessons.kit.checking import Check, Failed


def finds(checks: Sequence[Check], student: Any, asked: Iterable[int] | None = None) -> set[int]:
    """The places of those that do, each asked alone; of all, or of those `asked`."""
    failing = set()
    for place in range(len(checks)) if asked is None else asked:
        try:
            checks[place].run(student)
        except (Failed, RuntimeError):
            failing.add(place)
    return failing
