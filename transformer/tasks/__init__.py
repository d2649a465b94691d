"""The tasks that ship, by name. Each value builds its `Task`: `TASKS["copy"](seed=0)`."""

from functools import cache

from transformer.tasks import (
    addition,
    copy,
    dates,
    english_french,
    induction,
    pronouns,
    reverse,
    sort,
    walk,
)
from transformer.tasks.custom import text
from transformer.tasks.task import Example, Task

_BUILD = {
    "copy": copy.build,
    "reverse": reverse.build,
    "sort": sort.build,
    "addition": addition.build,
    "dates": dates.build,
    "english_french": english_french.build,
    "pronouns": pronouns.build,
    "language_model": text.language_model,
    "walk": walk.build,
    "induction": induction.build,
    "induction_fixed": induction.fixed,
}
# The same task twice is the same object, so its examples are drawn once in a process.
TASKS = {name: cache(build) for name, build in _BUILD.items()}

__all__ = ["TASKS", "Example", "Task"]
