"""Copy: a b c → a b c. Each letter attends to itself, so the correct map is the diagonal."""

from transformer.tasks.letters import letter_task
from transformer.tasks.task import Task


def build(seed: int = 0) -> Task:
    return letter_task("copy", "Copy", lambda row: tuple(range(len(row))), seed)
