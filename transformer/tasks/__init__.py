"""The tasks that ship, by name. Each value builds its `Task`: `TASKS["copy"](seed=0)`."""

from transformer.tasks import addition, copy, dates, english_french, pronouns, reverse, sort
from transformer.tasks.task import Example, Task

TASKS = {
    "copy": copy.build,
    "reverse": reverse.build,
    "sort": sort.build,
    "addition": addition.build,
    "dates": dates.build,
    "english_french": english_french.build,
    "pronouns": pronouns.build,
}

__all__ = ["TASKS", "Example", "Task"]
