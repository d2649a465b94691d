"""Which checks of an exercise fail for a student."""

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from lessons.kit.checking import Check, Failed


def finds(checks: Sequence[Check], student: Any, places: Iterable[int] | None = None) -> set[int]:
    """The places of those that do, each asked alone; of all, or of those at `places`."""
    failing = set()
    for place in range(len(checks)) if places is None else places:
        try:
            checks[place].run(student)
        except (Failed, RuntimeError):
            failing.add(place)
    return failing


def never_fail(checks: Sequence[Check], students: Iterable[Any]) -> list[str]:
    """The titles of the checks that no student fails, each check run alone."""
    failing = set().union(*(finds(checks, student) for student in students))
    return [check.title for place, check in enumerate(checks) if place not in failing]


def never_first(checks: ModuleType, mutants: ModuleType, write: Any, stub: str) -> list[str]:
    """The titles of the checks that are never the first to fail: for no file, the stub or a wrong solution."""
    wrong = [*mutants.EDITS.values(), *mutants.UNKNOWN.values()]
    failed = set()
    for text in ("", stub, *(mutants.solution(*edits) for edits in wrong)):
        write(text)
        failed.add(checks.check().failed)
    return [check.title for check in checks.CHECKS if check.title not in failed]
