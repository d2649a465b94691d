"""The tasks that ship, by name. Each value builds its `Task`: `TASKS["copy"](seed=0)`."""

from transformer.tasks import copy, english_french, reverse
from transformer.tasks.task import Example, Task

TASKS = {
    "copy": copy.build,
    "reverse": reverse.build,
    "english_french": english_french.build,
}

__all__ = ["TASKS", "Example", "Task"]
